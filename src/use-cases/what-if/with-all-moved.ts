import type { Material } from '../reading/read-material.ts'
import type { DecidedPod } from './edited-objects.ts'
import { nameIn } from './pod-name.ts'

/**
 * Both sides of a comparison with the pods that lost their node on either: where they are on the other,
 * they stay, so that it can be said where they went. They come first and in one order.
 */
export function withAllMoved(a: Material, b: Material): readonly [Material, Material] {
  const moved = new Map<string, DecidedPod>()
  for (const { pods } of [a, b]) {
    for (const one of pods) if (one.because === 'pendingAgain') moved.set(keyOf(one), one)
  }
  if (moved.size === 0) return [a, b]
  return [withMoved(a, moved), withMoved(b, moved)]
}

function withMoved(side: Material, moved: ReadonlyMap<string, DecidedPod>): Material {
  const own = new Map(side.pods.map((one) => [keyOf(one), one]))
  const first = [...moved].flatMap(([key, one]) => {
    const known = own.get(key)
    if (known !== undefined) return known.because === 'pendingAgain' ? [known] : []
    const pod = side.objects.find('pods', nameIn(one.pod))
    return pod === null ? [] : [{ ...one, pod }]
  })
  const pods = [...first, ...side.pods.filter(({ because }) => because !== 'pendingAgain')]
  return { ...side, pods, place: side.placeAmong(pods) }
}

function keyOf({ pod }: DecidedPod): string {
  const { namespace, name } = nameIn(pod)
  return `${namespace}/${name}`
}
