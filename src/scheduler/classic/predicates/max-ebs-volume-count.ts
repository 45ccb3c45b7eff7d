import type { PluginFactory } from '../context.ts'
import { maxVolumeCount } from './max-volume-count.ts'

const NITRO_LIMIT = 25
const LIMIT = 39
/** Upstream's pattern: anchored only for the first alternative. */
const NITRO = /^[cmr]5.*|t3|z1d/

/** At most 39 of Amazon's disks a node, 25 on newer instance types (1.12). */
export const maxEbsVolumeCount: PluginFactory = maxVolumeCount({
  driver: 'kubernetes.io/aws-ebs',
  idOf: (source) => (source.kind === 'awsElasticBlockStore' ? source.volumeId : null),
  limit: LIMIT,
  limitOfInstance: (instanceType) => (NITRO.test(instanceType) ? NITRO_LIMIT : LIMIT),
  limitKey: 'attachable-volumes-aws-ebs',
})
