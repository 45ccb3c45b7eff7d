import type { SimulationRequest } from '../../../schemas/around/simulation-request.ts'
import type { ScriptEntry, ScriptStep } from '../../controllers/simulation/script.ts'
import { err, ok, type Result } from '../../result.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import { type Issue, Issues, type JsonPath, ROOT } from '../../snapshot/json/json-path.ts'
import {
  nameOf,
  namespacedKey,
  namespaceOrDefault,
  textAt,
} from '../../snapshot/json/raw-object.ts'
import { SnapshotReader, type SnapshotSink } from '../../snapshot/json/snapshot-reader.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'
import {
  type EditableCluster,
  type ReadOptions,
  readCluster,
  readEditableCluster,
} from '../../snapshot/read.ts'

/** A script, ready to be played. */
export interface Script {
  readonly entries: readonly ScriptEntry[]
  /** Pods of the snapshot, in its order; `node` is empty for those that wait. */
  readonly atStart: readonly {
    readonly source: number
    readonly name: string
    readonly node: string
  }[]
  readonly podCount: number
}

interface SourcePod {
  readonly value: unknown
  readonly path: JsonPath
}

export interface ReadScript {
  readonly script: Script
  readonly cluster: Cluster
  readonly pods: readonly PodToDecide[]
}

type Entry = SimulationRequest['script'][number]

/**
 * Reads the cluster with every pod that will ever be, so that no pod is read twice; and the script,
 * checked against what is there at each time.
 */
export function readScript(
  request: SimulationRequest,
  options: ReadOptions,
): Result<ReadScript, readonly Issue[]> {
  const reader = new ScriptReader(request, options)
  return reader.read()
}

class ScriptReader {
  private readonly request: SimulationRequest
  private readonly options: ReadOptions
  private readonly issues = new Issues()
  private readonly sources: SourcePod[] = []
  private readonly keys = new Set<string>()
  private readonly nodes = new Set<string>()
  private readonly original = new Set<string>()
  /** Nodes of the script that are there, by name. */
  private readonly added = new Map<string, JsonObject>()
  private podCount = 0
  /** Null until all is read. */
  private found: EditableCluster | null = null

  constructor(request: SimulationRequest, options: ReadOptions) {
    this.request = request
    this.options = options
  }

  read(): Result<ReadScript, readonly Issue[]> {
    const atStart = this.readSnapshot()
    const places = this.request.script.map((entry, index) => ({ entry, index }))
    // Of one time in the order given.
    places.sort((a, b) => a.entry.at - b.entry.at || a.index - b.index)
    const entries = places.flatMap(({ entry, index }) =>
      this.steps(entry, ROOT.at('script').at(index)).map((step) => {
        return { atMs: entry.at * 1000, step }
      }),
    )
    const { snapshot } = this.request
    const given = this.sources.map(({ value }) => value)
    const found = readEditableCluster({ snapshot, pods: given }, this.options)
    if (!found.ok) return err([...found.error.map((one) => this.inPlace(one)), ...this.issues.list])
    if (this.issues.any) return err(this.issues.list)
    this.found = found.value
    const { cluster, pods } = found.value
    return ok({ script: { entries, atStart, podCount: this.podCount }, cluster, pods })
  }

  private readSnapshot(): Script['atStart'] {
    const atStart: { source: number; name: string; node: string }[] = []
    const sink: SnapshotSink = {
      markGiven: () => {},
      add: (kind, value, path) => {
        if (kind === 'nodes') {
          this.nodes.add(nameOf(value))
          this.original.add(nameOf(value))
        }
        if (kind !== 'pods' || hasFinished(value)) return
        this.keys.add(namespacedKey(value))
        this.podCount++
        const source = this.sources.push({ value, path }) - 1
        atStart.push({ source, name: nameOf(value), node: textAt(value, 'spec', 'nodeName') })
      },
    }
    const reader = new SnapshotReader(sink, new Issues(), this.options.nodesMax)
    reader.read(this.request.snapshot, ROOT.at('snapshot'))
    return atStart
  }

  private steps(entry: Entry, path: JsonPath): ScriptStep[] {
    return [
      ...this.nodeSteps(entry, path),
      ...this.createSteps(entry, path.at('createPods')),
      ...this.podSteps('finish', entry.finishPods, path.at('finishPods')),
      ...this.podSteps('delete', entry.deletePods, path.at('deletePods')),
    ]
  }

  private createSteps({ createPods = [] }: Entry, path: JsonPath): ScriptStep[] {
    return createPods.flatMap(({ pod, runSeconds, copies }, index) => {
      const at = path.at(index).at('pod')
      const source = this.sources.push({ value: pod, path: at }) - 1
      if (textAt(pod, 'spec', 'nodeName') !== '') {
        const message = 'pods of the script are scheduled; this one names its node'
        this.issues.add(at.at('spec').at('nodeName'), 'not-a-request', message)
      }
      const name = nameOf(pod)
      const names =
        copies === undefined
          ? [name]
          : Array.from({ length: copies }, (_, copy) => `${name}-${copy}`)
      const runMs = runSeconds === undefined ? null : runSeconds * 1000
      return names.map((one) => {
        this.podCount++
        const key = `${namespaceOrDefault(pod)}/${one}`
        if (this.keys.has(key) && copies !== undefined) {
          this.issues.add(at, 'duplicate-object', `pod ${key} is given twice`)
        }
        this.keys.add(key)
        return { kind: 'create', source, name: one, runMs } as const
      })
    })
  }

  private podSteps(
    kind: 'delete' | 'finish',
    names: readonly string[] | undefined,
    path: JsonPath,
  ): ScriptStep[] {
    return (names ?? []).map((name, index) => {
      const pod = name.includes('/') ? name : `default/${name}`
      if (!this.keys.has(pod)) {
        this.issues.add(path.at(index), 'not-a-request', `there is no pod ${pod} by then`)
      }
      return { kind, pod }
    })
  }

  /** All nodes of one entry come and go together. */
  private nodeSteps({ addNodes = [], removeNodes = [] }: Entry, path: JsonPath): ScriptStep[] {
    if (addNodes.length + removeNodes.length === 0) return []
    for (const [index, name] of removeNodes.entries()) {
      if (!this.nodes.delete(name)) {
        const message = `there is no node ${JSON.stringify(name)} at that time`
        this.issues.add(path.at('removeNodes').at(index), 'not-a-request', message)
      }
      this.added.delete(name)
    }
    for (const [index, value] of addNodes.entries()) {
      const at = path.at('addNodes').at(index)
      const name = nameOf(value)
      if (this.nodes.has(name)) {
        this.issues.add(at, 'duplicate-object', `node ${JSON.stringify(name)} is there already`)
      }
      this.nodes.add(name)
      this.added.set(name, value as JsonObject) // as the schema says
    }
    const alone = readCluster(
      { snapshot: { nodes: addNodes }, pods: [] },
      { ...this.options, nodesMax: Number.POSITIVE_INFINITY },
    )
    for (const { pointer, message } of alone.ok ? [] : alone.error) {
      const [, , , index = '', ...rest] = pointer.split('/')
      const inNode = rest.reduce((at, key) => at.at(key), path.at('addNodes').at(index))
      this.issues.add(inNode, 'not-a-request', message)
    }
    if (this.nodes.size > this.options.nodesMax) {
      const message = `${this.nodes.size} nodes; at most ${this.options.nodesMax} may be there at a time`
      this.issues.add(path.at('addNodes'), 'too-many', message)
    }
    const put = [...this.added.values()]
    const gone = [...this.original].filter((name) => !this.nodes.has(name))
    return [{ kind: 'nodes', removed: removeNodes, read: () => this.withNodes(put, gone) }]
  }

  /** A cluster of its own with other nodes; what is missed there is told of the one that was read. */
  private withNodes(put: readonly JsonObject[], gone: readonly string[]): Cluster {
    const { found } = this
    if (found === null) throw new Error('a script is played before it was read')
    const remove = gone.map((name) => ({ kind: 'Node', name }))
    const undo = found.cluster.savepoint()
    const edited = found.editor.apply({ path: ROOT, put: { nodes: put }, remove })
    const cluster = found.cluster.fork(new Set())
    undo()
    if (edited.ok) return cluster
    throw new Error(`what was read is refused with other nodes: ${edited.error[0]?.message}`)
  }

  /** The cluster's reader knows the pods as those to decide. */
  private inPlace(issue: Issue): Issue {
    const [, index, rest = ''] = /^\/pods\/(\d+)(\/.*)?$/.exec(issue.pointer) ?? []
    const source = index === undefined ? undefined : this.sources[Number(index)]
    return source === undefined ? issue : { ...issue, pointer: source.path.pointer + rest }
  }
}

function hasFinished(pod: unknown): boolean {
  const phase = textAt(pod, 'status', 'phase')
  return phase === 'Succeeded' || phase === 'Failed'
}
