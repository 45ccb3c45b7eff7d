import type { Nodes } from '../../snapshot/nodes/nodes.ts'
import type { PodImages } from '../../snapshot/pods/pod-signature.ts'
import { SCORE_MAX } from '../framework/normalize.ts'
import { type Plugin, READS_NO_IDENTITY, scoring } from '../framework/plugin.ts'
import { type PluginRegistration, withoutArgs } from '../framework/plugin-registration.ts'
import { StaticScorer, zeroColumn } from '../framework/static-scorer.ts'

const MIB = 1024 * 1024
/** Less than this is fetched so fast that it does not matter. */
const MIN_BYTES = 23 * MIB
const MAX_BYTES_PER_CONTAINER = 1000 * MIB

/** Image volumes are not seen, add to the sum, or add to sum and threshold. */
export type ImageVolumes = 'ignored' | 'summed' | 'counted'

/** Prefers nodes that already have the pod's images, by the bytes that need not be fetched. */
function imageLocality(volumes: ImageVolumes): Plugin {
  return {
    name: 'ImageLocality',
    readsOfIdentity: READS_NO_IDENTITY,
    followsRequests: true,
    prepareScore: ({ cluster: { nodes }, pod }) =>
      scoring(new ImageScorer(imageScores(nodes, pod.signature.images, volumes))),
  }
}

class ImageScorer extends StaticScorer {
  ofBareNodes(): StaticScorer {
    return StaticScorer.indifferent(this.rawColumn.length)
  }
}

/** Untagged names mean the tag latest. */
export function normalizedImageName(name: string): string {
  return name.lastIndexOf(':') <= name.lastIndexOf('/') ? `${name}:latest` : name
}

/** By node. */
function imageScores(nodes: Nodes, images: PodImages, volumes: ImageVolumes): Float64Array {
  const ofContainers = [...images.initContainers, ...images.containers]
  const summed = volumes === 'ignored' ? ofContainers : [...ofContainers, ...images.volumes]
  const counted = volumes === 'counted' ? summed.length : ofContainers.length
  const present = summed.flatMap((name) => nodes.image(normalizedImageName(name)) ?? [])
  if (present.length === 0) return zeroColumn(nodes.count)
  const bytes = new Float64Array(nodes.count)
  for (const presence of present) {
    // The share is taken first, in floating point, then truncated per image, as upstream.
    const spread = presence.nodes.length / nodes.count
    const scaledBytes = Math.trunc(presence.sizeBytes * spread)
    for (const node of presence.nodes) bytes[node] += scaledBytes
  }
  const highest = MAX_BYTES_PER_CONTAINER * counted
  return bytes.map((sum) => {
    if (sum < MIN_BYTES) return 0
    const excess = Math.min(sum, highest) - MIN_BYTES
    return Math.trunc((SCORE_MAX * excess) / (highest - MIN_BYTES))
  })
}

export function imageLocalityPlugin(volumes: ImageVolumes): PluginRegistration {
  return {
    name: 'ImageLocality',
    summary: "Prefers nodes that have the pod's images.",
    notes: [NOTES[volumes]],
    points: ['score'],
    weight: 1,
    implementation: withoutArgs(imageLocality(volumes)),
  }
}

const NOTES: { readonly [volumes in ImageVolumes]: string } = {
  ignored: 'ImageLocality sees images of containers only',
  summed: 'ImageLocality adds image volumes to the sum, not to the threshold',
  counted: 'ImageLocality counts image volumes like images of containers',
}
