/** How long edits of a cluster of 5,000 nodes and 10,000 pods take, beside reading it anew. */
import { resolveProfile } from '../../src/scheduler/profiles/resolve-profile.ts'
import { ROOT } from '../../src/snapshot/json/json-path.ts'
import type { SnapshotPatch } from '../../src/snapshot/patch.ts'
import { readEditableCluster } from '../../src/snapshot/read.ts'
import { type Json, makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'

const NODES = 5000
const PODS = 10_000
const WARM_UP = 50
const TIMES = 200

function node(index: number, unschedulable = false): Json {
  const labels = Array.from({ length: 15 }, (_, key) => [`label-${key}`, `${index % (key + 2)}`])
  const images = Array.from({ length: 40 }, (_, image) => {
    const name = `registry.example/image-${(index + image) % 300}`
    return { names: [`${name}:v1`, `${name}@sha256:0`], sizeBytes: 1e8 + image }
  })
  return makeNode(`node-${index}`, {
    zone: `zone-${index % 3}`,
    labels: Object.fromEntries(labels),
    images,
    unschedulable,
  })
}

function pod(index: number, onNode: number): Json {
  const labels = { app: `app-${index % 50}` }
  const requests = { cpu: '100m', memory: '128Mi' }
  return makePod(`pod-${index}`, { node: `node-${onNode}`, labels, requests })
}

const resolved = resolveProfile({ profile: undefined, config: undefined, only: [], fixes: false })
if (!resolved.ok) throw new Error(JSON.stringify(resolved.error))
const { accounting } = resolved.value
const snapshot = {
  nodes: Array.from({ length: NODES }, (_, index) => node(index)),
  pods: Array.from({ length: PODS }, (_, index) => pod(index, index % NODES)),
}
const options = { accounting, defaulting: true, nodesMax: NODES, absentKinds: 'empty' } as const
const read = () => readEditableCluster({ snapshot, pods: [] }, options)
tell('read anew', 5, () => read())

const found = read()
if (!found.ok) throw new Error(JSON.stringify(found.error))
const { cluster, editor } = found.value
const nodesChanged = (index: number, unschedulable: boolean) => ({
  nodes: [node(index, unschedulable)],
})
const edits: readonly [what: string, patch: (index: number) => Omit<SnapshotPatch, 'path'>][] = [
  ['a pod is changed', (index) => ({ put: { pods: [pod(index, (index * 7) % NODES)] } })],
  ['a pod comes', (index) => ({ put: { pods: [pod(PODS + index, index)] } })],
  [
    'a pod goes',
    (index) => ({ remove: [{ kind: 'Pod', namespace: 'default', name: `pod-${index}` }] }),
  ],
  ['a node is cordoned', (index) => ({ put: nodesChanged(index, true) })],
  ['a node comes', (index) => ({ put: nodesChanged(NODES + index, false) })],
  ['a node goes', (index) => ({ remove: [{ kind: 'Node', name: `node-${index}` }] })],
]
for (const [what, patch] of edits) {
  tell(`${what}, and is undone`, TIMES, (index) => {
    const undo = cluster.savepoint()
    const edited = editor.apply({ path: ROOT, ...patch(index) })
    if (!edited.ok) throw new Error(JSON.stringify(edited.error))
    undo()
  })
}

function tell(what: string, times: number, run: (index: number) => unknown): void {
  for (let index = 0; index < Math.min(times, WARM_UP); index++) run(index)
  const taken = Array.from({ length: times }, (_, index) => {
    const start = performance.now()
    run(index)
    return performance.now() - start
  }).sort((a, b) => a - b)
  const at = (share: number) => (taken[Math.floor(taken.length * share)] ?? 0).toFixed(3)
  console.log(`${what.padEnd(36)} ${at(0).padStart(9)} ${at(0.5).padStart(9)} ms (min, median)`)
}
