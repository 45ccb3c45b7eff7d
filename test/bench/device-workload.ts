/**
 * Device claims as GPU clusters have them: every node has a pool of eight devices of its own, every
 * pod a claim of its own, of one of some kinds or unlike all others.
 */
import type { Json } from '../support/make-node.ts'
import type { PodOptions } from '../support/make-pod.ts'

const DEVICES_PER_NODE = 8
const DRIVER = 'gpu.example.com'
const MODELS = ['NVIDIA A100', 'NVIDIA H100', 'NVIDIA L40S', 'NVIDIA A10', 'NVIDIA H200']
const MEMORY_GI = [40, 80, 48, 24, 141]

export const DEVICE_CLASSES: readonly Json[] = [
  {
    metadata: { name: 'gpu' },
    spec: {
      selectors: [
        {
          cel: {
            expression: `device.driver == "${DRIVER}" && device.attributes["${DRIVER}"].type == "gpu"`,
          },
        },
      ],
    },
  },
]

/** The slice of a node: its devices differ by their uuids, and by the root that they hang on. */
export function makeSlice(node: number): Json {
  const kind = node % MODELS.length
  const devices = Array.from({ length: DEVICES_PER_NODE }, (_, index) => ({
    name: `gpu-${index}`,
    attributes: {
      type: { string: 'gpu' },
      productName: { string: MODELS[kind] },
      architecture: { string: kind < 2 ? 'Ampere' : 'Hopper' },
      driverVersion: { version: '580.65.6' },
      uuid: { string: `GPU-${node}-${index}` },
      'resource.kubernetes.io/pcieRoot': { string: `pci0000:0${index >> 1}` },
    },
    capacity: { memory: { value: `${MEMORY_GI[kind]}Gi` } },
  }))
  return {
    metadata: { name: `node-${node}-gpu` },
    spec: {
      driver: DRIVER,
      nodeName: `node-${node}`,
      pool: { name: `node-${node}`, generation: 1, resourceSliceCount: 1 },
      devices,
    },
  }
}

/** The claim of a pod, of one of so many kinds. */
export function makeClaim(pod: number, kinds: number): Json {
  const kind = pod % kinds
  const model = MODELS[kind % MODELS.length]
  const memory = `device.capacity["${DRIVER}"].memory.compareTo(quantity("${leastMemoryMi(kind)}Mi")) >= 0`
  const ofModel = `device.attributes["${DRIVER}"].productName == "${model}"`
  const expression = kind % 2 === 0 ? memory : `${ofModel} && ${memory}`
  const count = 1 + (kind % 3 === 0 ? kind % 4 : 0)
  const devices = {
    requests: [{ name: 'gpu', ...demand(kind, count, expression, `${memory} || ${ofModel}`) }],
    ...(count > 1 && { constraints: [{ matchAttribute: `${DRIVER}/productName` }] }),
  }
  return { metadata: { name: `claim-${pod}`, namespace: 'default' }, spec: { devices } }
}

function leastMemoryMi(kind: number): number {
  return 1024 * (8 + (kind % 16)) + Math.trunc(kind / 100)
}

function demand(kind: number, count: number, expression: string, otherwise: string): Json {
  const one = (selector: string) => ({
    deviceClassName: 'gpu',
    allocationMode: 'ExactCount',
    count,
    selectors: [{ cel: { expression: selector } }],
  })
  if (kind % 10 !== 0) return { exactly: one(expression) }
  return {
    firstAvailable: [
      { name: 'best', ...one(expression) },
      { name: 'other', ...one(otherwise) },
    ],
  }
}

/** What the spec of the pod says of its claim. */
export function claiming(pod: number): Pick<PodOptions, 'spec'> {
  return { spec: { resourceClaims: [{ name: 'gpu', resourceClaimName: `claim-${pod}` }] } }
}
