import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveProfile } from '../../../src/scheduler/profiles/resolve-profile.ts'
import { isObject } from '../../../src/snapshot/json/fields.ts'
import { ScannedPod } from '../../../src/snapshot/pods/scanned-pod.ts'
import { readCluster } from '../../../src/snapshot/read.ts'
import { sampleCases } from '../../conformance/sample.ts'
import { makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { type ReadBytesOptions, readBytes, SCANNERS } from '../../support/read-bytes.ts'

/** What a scheduler sees of a request; `request` is any value. */
function clusterOf(request: unknown, profile = 'kubernetes-1.37') {
  const resolved = resolveProfile({ profile, only: [], fixes: false })
  if (!resolved.ok || !isObject(request)) return request
  const { snapshot = {}, pods } = request
  return readCluster(
    { snapshot, pods: Array.isArray(pods) ? pods : [] },
    {
      accounting: resolved.value.accounting,
      absentKinds: 'empty',
      defaulting: true,
      nodesMax: 1000,
    },
  )
}

/** The same of a request that comes as bytes. */
function streamed(text: string, options: ReadBytesOptions = {}, profile?: string) {
  const read = readBytes(text, options)
  return 'fault' in read ? read.fault : clusterOf(read.value, profile)
}

const requests = ['kubernetes-1.37', 'classic-1.11']
  .flatMap(sampleCases)
  .map(({ request }) => JSON.stringify(request))
  .filter((body) => body.length < 30_000)

/** What hand-made or hostile JSON puts where something else belongs. */
const oddValue = fc.constantFrom<unknown>(
  null,
  true,
  -1,
  1.5,
  '',
  'x',
  'a\\"é\u0000',
  [],
  [null],
  [{}],
  {},
  { name: 'x', ephemeral: {} },
  JSON.parse('{"__proto__":{"a":1},"kind":"Node"}'),
)

type Slot = { readonly owner: Record<string, unknown>; readonly key: string }

function slotsOf(value: unknown): Slot[] {
  if (typeof value !== 'object' || value === null) return []
  const owner = value as Record<string, unknown> // arrays take their indices as keys too
  return Object.keys(owner).flatMap((key) => [{ owner, key }, ...slotsOf(owner[key])])
}

const changes = fc.array(fc.record({ at: fc.nat(), value: oddValue }), { maxLength: 3 })

function withChanges(text: string, made: readonly { at: number; value: unknown }[]): string {
  const body: unknown = JSON.parse(text)
  for (const { at, value } of made) {
    const slots = slotsOf(body)
    const slot = slots[at % slots.length]
    if (slot !== undefined) slot.owner[slot.key] = structuredClone(value)
  }
  return JSON.stringify(body)
}

/** Objects again with their members in another order. */
function shuffled(value: unknown, turn: number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, turn))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, item]) => [key, shuffled(item, turn)] as const)
  const at = turn % Math.max(1, entries.length)
  return Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)].reverse())
}

describe('a request that is read from bytes', () => {
  it('is the cluster that its parsed value is, whatever is in it and in whichever order', () => {
    const indent = fc.constantFrom('', '    ')
    fc.assert(
      fc.property(
        fc.constantFrom(...requests),
        changes,
        fc.nat(5),
        indent,
        (text, made, turn, space) => {
          const value: unknown = JSON.parse(withChanges(text, made))
          const body = JSON.stringify(turn === 0 ? value : shuffled(value, turn), null, space)
          const profile = turn % 2 === 0 ? 'kubernetes-1.37' : 'classic-1.11'
          expect(streamed(body, {}, profile)).toEqual(clusterOf(JSON.parse(body), profile))
        },
      ),
      { numRuns: 400 },
    )
  })

  it('is the same wherever it is cut', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...requests),
        changes,
        fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
        (text, made, places) => {
          const body = withChanges(text, made)
          const cuts = places.map((place) => place % body.length).sort((a, b) => a - b)
          expect(streamed(body, { cuts })).toEqual(streamed(body))
        },
      ),
      { numRuns: 150 },
    )
  })

  it.each(SCANNERS)('is the same cut at each of its bytes, in $name', ({ make }) => {
    const scanner = make()
    const body = JSON.stringify({
      pods: [makePod('new', { requests: { cpu: '1' } })],
      snapshot: {
        apiVersion: 'v1',
        items: [
          makeNode('nöde', { images: [{ names: ['a:1', 'b'], sizeBytes: -1.5e3 }] }),
          makePod('p', {
            node: 'nöde',
            labels: { 'a/b': '\u2028"\\' },
            startTime: '2026-01-01T00:00:00Z',
          }),
          makePod('p', { node: 'nöde' }),
        ],
        kind: 'List',
      },
      options: { only: [true, false, null] },
    })
    const whole = streamed(body, { scanner })
    const bytes = new TextEncoder().encode(body)
    for (let cut = 1; cut < bytes.length; cut++) {
      expect(streamed(body, { scanner, cuts: [cut] })).toEqual(whole)
    }
    const cuts = Array.from(bytes, (_, index) => index)
    expect(streamed(body, { scanner, cuts })).toEqual(whole)
  })
})

describe('a snapshot in bytes', () => {
  const { kind: _, ...bareNode } = makeNode('a')
  const { kind: __, ...barePod } = makePod('p', { node: 'a' })
  const node = makeNode('a')
  const pod = makePod('p', { node: 'a' })
  const contents = (snapshot: unknown) => {
    const read = streamed(JSON.stringify({ snapshot }))
    expect(read).toEqual(clusterOf({ snapshot }))
    return read
  }

  it.each([
    { name: 'an object of arrays', snapshot: { nodes: [bareNode], pods: [barePod] } },
    { name: 'arrays before what they run on', snapshot: { pods: [barePod], nodes: [bareNode] } },
    { name: 'a List that names its kind last', snapshot: { items: [pod, node], kind: 'List' } },
    {
      name: 'a PodList that names its kind last',
      snapshot: [node, { items: [barePod], kind: 'PodList' }],
    },
    {
      name: 'lists of one kind',
      snapshot: [
        { kind: 'NodeList', items: [bareNode] },
        { kind: 'PodList', items: [barePod] },
      ],
    },
    { name: 'objects one by one', snapshot: [node, pod] },
    { name: 'one object', snapshot: pod },
    {
      name: 'a List within a List',
      snapshot: { kind: 'List', items: [{ items: [node, pod], kind: 'List' }] },
    },
    {
      name: 'arrays within a List',
      snapshot: { kind: 'List', items: [{ nodes: [bareNode], pods: [barePod] }] },
    },
    { name: 'objects that name their kind last', snapshot: [shuffled(node, 0), shuffled(pod, 0)] },
    {
      name: 'kinds that nobody reads',
      snapshot: {
        items: [{ kind: 'Secret', items: [pod] }, node, { kind: 'EventList', items: [{}] }],
        kind: 'List',
      },
    },
    { name: 'an empty kind', snapshot: { nodes: [], pods: null } },
    { name: 'an unknown kind', snapshot: { nodes: [node], events: [{}] } },
    { name: 'items of nobody', snapshot: { items: [node] } },
    {
      name: 'items of an object',
      snapshot: { kind: 'Pod', metadata: { name: 'p' }, items: [node] },
    },
    { name: 'an array within an array', snapshot: [[node]] },
    { name: 'no object', snapshot: [1, 'x', null] },
    { name: 'a node among pods', snapshot: { kind: 'PodList', items: [pod, node] } },
    {
      name: 'a node among pods whose kind shows late',
      snapshot: { items: [pod, node], kind: 'PodList' },
    },
    { name: 'pods that are none', snapshot: { pods: {}, nodes: 5, services: 'x' } },
    { name: 'a kind that is no text', snapshot: { kind: 5, nodes: [node], items: [pod] } },
    {
      name: 'arrays of an object with a kind',
      snapshot: { kind: 'Pod', nodes: [node], metadata: { name: 'p' } },
    },
  ])('is read like its value: $name', ({ snapshot }) => {
    contents(snapshot)
  })

  it('keeps a byte order mark with which a text begins', () => {
    const mark = '\uFEFF'
    contents([node, makePod(`${mark}p`, { node: 'a' }), makePod('q', { node: `${mark}a` })])
    contents({ [`${mark}kind`]: 'Pod', nodes: [node] })
  })

  it('may have more in it than the scanner had room for', () => {
    const pods = Array.from({ length: 3000 }, (_, index) => ({
      ...makePod(`p${index}`, {
        node: `node-${index}`,
        labels: { app: `${index}` },
        image: `image-${index}`,
      }),
      [`key-${index}`]: index,
    }))
    const snapshot = { items: [node, ...pods.map((pod) => shuffled(pod, 0))], kind: 'List' }
    for (const { make } of SCANNERS) {
      expect(streamed(JSON.stringify({ snapshot }), { scanner: make() })).toEqual(
        clusterOf({ snapshot }),
      )
    }
  })

  it('is told twice under one name: the last counts, as with JSON.parse', () => {
    const body = `{"snapshot":{"nodes":[1],"nodes":[${JSON.stringify(node)}]},"snapshot":{"nodes":[]},"pods":[],"pods":[5]}`
    expect(streamed(body)).toEqual(clusterOf(JSON.parse(body)))
  })

  it('refuses a List that changes its kind behind its items', () => {
    const body = '{"snapshot":{"kind":"PodList","items":[],"kind":"NodeList"}}'
    expect(streamed(body)).toEqual({
      code: 'not-a-request',
      message: 'the kind of a List is given twice',
      pointer: '/snapshot/kind',
    })
  })

  it('keeps pods that are alike as one, and looks like their objects', () => {
    const pods = ['p', 'q'].map((name) =>
      makePod(name, {
        node: 'a',
        nominated: 'b',
        labels: { app: 'x' },
        startTime: '2026-01-01T00:00:00Z',
        terminating: true,
      }),
    )
    const read = readBytes(JSON.stringify({ snapshot: { kind: 'List', items: pods } }))
    const { snapshot } = ('value' in read ? read.value : {}) as {
      snapshot: { items: ScannedPod[] }
    }
    const [p, q] = snapshot.items
    expect(p).toBeInstanceOf(ScannedPod)
    expect(p?.template).toBe(q?.template)
    expect(p?.labels).toBe(q?.labels)
    expect({ kind: p?.kind, metadata: p?.metadata, spec: p?.spec }).toEqual({
      kind: 'Pod',
      metadata: pods[0]?.['metadata'],
      spec: pods[0]?.['spec'],
    })
    expect(p?.status).toEqual({
      phase: 'Running',
      nominatedNodeName: 'b',
      startTime: '2026-01-01T00:00:00.000Z',
    })
  })
})

describe('a request in lines', () => {
  const form = 'lines'

  it('has parts of its snapshot in every line but the first', () => {
    const node = makeNode('a')
    const pod = makePod('p', { node: 'a' })
    const lines = [{ pods: [] }, node, { kind: 'List', items: [pod] }].map(
      (line) => `${JSON.stringify(line)}\n`,
    )
    const body = lines.join('')
    for (const cuts of [[], Array.from(body, (_, index) => index)]) {
      expect(streamed(body, { form, cuts })).toEqual(clusterOf({ pods: [], snapshot: [node, pod] }))
    }
  })

  it('tells in which part something is wrong', () => {
    expect(
      streamed('{"pods":[]}\n{"kind":"Pod"}\n{"kind":"Pod","spec":{"a":01}}\n', { form }),
    ).toMatchObject({
      pointer: '/snapshot/1/spec',
      message: "',' or '}' was expected at line 3, column 28 (byte 54)",
    })
  })

  it('has its snapshot in one place only', () => {
    expect(streamed('{"snapshot":{}}\n{"kind":"Pod"}', { form })).toEqual({
      code: 'not-a-request',
      message: 'the snapshot is in the first line and in further ones',
      pointer: '/snapshot',
    })
  })
})

describe('what a request may hold', () => {
  it.each([
    {
      name: 'objects in a snapshot',
      body: '{"snapshot":{"pods":[{},1,{}]}}',
      limits: { objects: 2 },
      fault: {
        code: 'too-many',
        message: 'more than 2 objects in a snapshot',
        pointer: '/snapshot/pods/2',
      },
    },
    {
      name: 'bytes of one object',
      body: `{"snapshot":{"pods":[{"a":"${'x'.repeat(100)}"}]}}`,
      limits: { objectBytes: 100 },
      fault: {
        code: 'too-large',
        message: 'one value of the body is longer than 100 bytes',
        pointer: '/snapshot/pods/0',
      },
    },
    {
      name: 'bytes of one object that never ends',
      body: `{"snapshot":{"pods":[{"a":"${'x'.repeat(100)}`,
      limits: { objectBytes: 100 },
      fault: {
        code: 'too-large',
        message: 'one value of the body is longer than 100 bytes',
        pointer: '/snapshot/pods/0',
      },
    },
    {
      name: 'bytes of a key beside objects',
      body: `{"${'x'.repeat(100)}":1}`,
      limits: { settingsBytes: 100 },
      fault: {
        code: 'too-large',
        message: 'one value of the body is longer than 100 bytes',
        pointer: '',
      },
    },
    {
      name: 'bytes of a key that never ends',
      body: `{"snapshot":{"pods":[],"${'x'.repeat(100)}`,
      limits: { objectBytes: 100 },
      fault: {
        code: 'too-large',
        message: 'one value of the body is longer than 100 bytes',
        pointer: '/snapshot',
      },
    },
    {
      name: 'pods to decide',
      body: '{"pods":[{},{},{}]}',
      limits: { pods: 2 },
      fault: {
        code: 'too-many',
        message: '3 pods to decide; at most 2 are in one request',
        pointer: '/pods',
      },
    },
    {
      name: 'bytes besides objects',
      body: `{${'"a":1,'.repeat(30)}"b":1}`,
      limits: { settingsBytes: 40 },
      fault: {
        code: 'too-large',
        message: 'more than 40 bytes besides Kubernetes objects',
        pointer: '/a',
      },
    },
    {
      name: 'items of a list in its settings',
      body: `{"options":{"only":[${'1,'.repeat(10_000)}1]}}`,
      limits: {},
      fault: {
        code: 'too-many',
        message: '10001 items; at most 10000 are in one list',
        pointer: '/options/only',
      },
    },
    {
      name: 'what is kept of objects',
      body: JSON.stringify({
        snapshot: { services: [1, 2, 3].map((port) => ({ metadata: { name: `${port}` } })) },
      }),
      limits: { keptBytes: 60 },
      fault: {
        code: 'too-large',
        message: 'what is read of the objects needs more than 60 bytes',
        pointer: '/snapshot/services/2',
      },
    },
  ])('is bounded: $name', ({ body, limits, fault }) => {
    expect(readBytes(body, { limits })).toEqual({ fault })
  })
})
