import type { Nodes } from '../../../snapshot/nodes/nodes.ts'
import { scoring } from '../../framework/plugin.ts'
import { StaticScorer } from '../../framework/static-scorer.ts'
import { normalizedImageName } from '../../plugins/image-locality.ts'
import type { PluginFactory } from '../context.ts'
import type { ClassicRelease } from '../profiles/releases.ts'
import { SCORE_MAX } from './scale.ts'

const MIB = 1024 * 1024
const MIN_BYTES = 23 * MIB
const MAX_BYTES = 1000 * MIB

/** Prefers nodes that already have the images of the pod's containers, by their size. */
export const imageLocalityPriority: PluginFactory = (name, { release: { imageLocality } }) => ({
  name,
  prepareScore({ cluster: { nodes }, pod }) {
    const scoreOf = imageLocality === 'spread' ? scaledScore : steppedScore
    const bytes = presentBytes(nodes, pod.signature.images.containers, imageLocality)
    return scoring(new StaticScorer(bytes.map(scoreOf)))
  },
})

/** By node: the bytes of the images there, an image that two containers use counted twice. */
function presentBytes(
  nodes: Nodes,
  images: readonly string[],
  mode: ClassicRelease['imageLocality'],
): Float64Array {
  const bytes = new Float64Array(nodes.count)
  for (const image of images) {
    const presence = nodes.image(mode === 'exact' ? image : normalizedImageName(image))
    if (presence === undefined) continue
    const { sizeBytes, ownSizeBytes } = presence
    const spread = presence.nodes.length / nodes.count
    for (const [position, node] of presence.nodes.entries()) {
      bytes[node] += mode === 'spread' ? Math.trunc(sizeBytes * spread) : ownSizeBytes[position]
    }
  }
  return bytes
}

/** Up to 1.11: anything above the minimum gets at least 1. */
function steppedScore(bytes: number): number {
  if (bytes < MIN_BYTES) return 0
  if (bytes >= MAX_BYTES) return SCORE_MAX
  return Math.trunc((SCORE_MAX * (bytes - MIN_BYTES)) / (MAX_BYTES - MIN_BYTES)) + 1
}

/** 1.12. */
function scaledScore(bytes: number): number {
  const clamped = Math.min(Math.max(bytes, MIN_BYTES), MAX_BYTES)
  return Math.trunc((SCORE_MAX * (clamped - MIN_BYTES)) / (MAX_BYTES - MIN_BYTES))
}
