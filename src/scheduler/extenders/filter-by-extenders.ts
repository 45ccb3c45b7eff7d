import { err, ok, type Result } from '../../result.ts'
import { FeasibleNodes } from '../filter/feasible-nodes.ts'
import { outsidePreFilterNodes } from '../filter/filter-preparation.ts'
import type { FilterResult } from '../filter/filter-result.ts'
import { type Extender, nameOfExtender } from '../framework/extender.ts'
import type { Gap } from '../framework/gap.ts'
import { type Code, FITS } from '../framework/status-table.ts'
import type { PodExtenders } from './pod-extenders.ts'
import { type FilterReply, readFilterReply } from './read-reply.ts'

/** What is left of the feasible nodes, or why the attempt ends. */
export type FilteredByExtenders =
  | {
      readonly kind: 'passed'
      readonly filter: FilterResult
      /** Row of the node that the pod is nominated to, where it passes when it is asked about alone. */
      readonly nominated: number | null
      /** The nodes are scored as they came back: without what runs on them. */
      readonly isBare: boolean
    }
  /** With an error, or for want of an answer. */
  | { readonly kind: 'failed'; readonly message: string; readonly gaps: readonly Gap[] }

/** After every filter's place in a profile, and before what is not known. */
const EXTENDER_RANK = 1_000_000

/**
 * Asks the extenders one after another about what the filters left (findNodesThatPassExtenders): about
 * the node that the pod is nominated to alone, and then about all.
 */
export function filterByExtenders(
  extenders: PodExtenders | null,
  own: FilterResult,
  { nominated, restrictedBy }: { nominated: number | null; restrictedBy: readonly string[] },
): FilteredByExtenders {
  const asFiltered = { kind: 'passed', filter: own, nominated, isBare: false } as const
  if (extenders === null) return asFiltered
  const round = new Round(extenders, own)
  if (nominated !== null) {
    const alone = round.pass([nominated])
    if (alone === null) return { kind: 'failed', message: '', gaps: extenders.gaps }
    // An error there is logged, and the search goes on.
    if (alone.ok && alone.value.length > 0) return asFiltered
    round.forgetFiltered()
  }
  const { at, length } = own.search.feasible
  const passed = round.pass(Array.from(at.subarray(0, length)))
  if (passed === null) return { kind: 'failed', message: '', gaps: extenders.gaps }
  if (!passed.ok) return { kind: 'failed', message: passed.error, gaps: [] }
  const filter = round.result(passed.value, restrictedBy)
  const { scoresNodesAsReturned } = extenders.rules
  const isBare = round.isBare && scoresNodesAsReturned
  return { kind: 'passed', filter, nominated: null, isBare }
}

/** The calls about one pod, and what they say of nodes (Diagnosis.NodeToStatus). */
class Round {
  isBare = false
  private readonly extenders: PodExtenders
  private readonly own: FilterResult
  /** By row: the id of what an extender said, whether the node passed or not. */
  private readonly told = new Map<number, number>()
  /** The same by names that no node has. */
  private readonly strangers = new Map<string, string>()

  constructor(extenders: PodExtenders, own: FilterResult) {
    this.extenders = extenders
    this.own = own
  }

  pass(nodes: readonly number[]): Result<readonly number[], string> | null {
    let left = nodes
    for (const extender of this.extenders.all) {
      if (left.length === 0) break
      if (!extender.verbs.has('filter')) continue
      const reply = this.extenders.ask(extender, 'filter', { nodes: left }, readFilterReply)
      if (reply === null) return null
      const passed = reply.ok ? this.passing(extender, reply.value, left) : reply
      if (passed === null) return null
      if (!passed.ok) {
        if (extender.ignorable) continue
        return passed
      }
      if (reply.ok) this.noteFailed(extender, reply.value)
      left = passed.value
    }
    return ok(left)
  }

  /** The nodes that the answer lets pass, in its order. */
  private passing(
    extender: Extender,
    { Nodes, NodeNames, Error: error }: FilterReply,
    asked: readonly number[],
  ): Result<readonly number[], string> | null {
    if (error !== '') return err(error)
    const { rowOf } = this.extenders.cluster.nodes
    if (extender.nodeCacheCapable && NodeNames !== null) {
      const known = new Set(asked)
      const rows = NodeNames.map((name) => rowOf.get(name) ?? -1)
      const unknown = rows.findIndex((row) => !known.has(row))
      return unknown < 0 ? ok(rows) : err(notAsked(extender, NodeNames[unknown] ?? ''))
    }
    this.isBare ||= Nodes !== null
    const rows: number[] = []
    for (const { metadata } of Nodes?.items ?? []) {
      const row = rowOf.get(metadata.name)
      if (row === undefined) {
        // Upstream takes it for a node; this one knows nothing of it.
        this.extenders.lack(
          extender,
          `it answers with node ${JSON.stringify(metadata.name)}, which is not in the snapshot`,
        )
        return null
      }
      rows.push(row)
    }
    return ok(rows)
  }

  /** A node that is in both lists is unresolvable. */
  private noteFailed(
    extender: Extender,
    { FailedNodes, FailedAndUnresolvableNodes }: FilterReply,
  ): void {
    const { knowsUnresolvable } = this.extenders.rules
    const unresolvable = knowsUnresolvable ? FailedAndUnresolvableNodes : new Map<string, string>()
    for (const [name, reason] of unresolvable) {
      this.note(extender, name, 'UnschedulableAndUnresolvable', reason)
    }
    for (const [name, reason] of FailedNodes) {
      if (!unresolvable.has(name)) this.note(extender, name, 'Unschedulable', reason)
    }
  }

  private note(extender: Extender, name: string, code: Code, reason: string): void {
    const row = this.extenders.cluster.nodes.rowOf.get(name)
    if (row === undefined) {
      this.strangers.set(name, reason)
      return
    }
    const { failures } = this.extenders.rules
    const before = failures === 'append' ? this.reasonsOf(row) : []
    this.told.set(row, this.idOf(nameOfExtender(extender), code, [...before, reason]))
  }

  private reasonsOf(row: number): readonly string[] {
    const { verdict, statuses } = this.own
    const id = this.told.get(row) ?? verdict[row]
    return id === FITS ? [] : statuses.get(id).reasons
  }

  private idOf(plugin: string, code: Code, reasons: readonly string[]): number {
    return this.own.statuses.id(EXTENDER_RANK, plugin, code, reasons)
  }

  /** What the filters say of a node comes after what was said when the nominated one was tried. */
  forgetFiltered(): void {
    const { search, verdict } = this.own
    for (const row of [...this.told.keys()]) {
      if (verdict[row] !== FITS && search.searched?.[row] !== 0) this.told.delete(row)
    }
  }

  /** The verdicts with those of the extenders; nodes that were left out in silence have no reason. */
  result(passed: readonly number[], restrictedBy: readonly string[]): FilterResult {
    const { own, told } = this
    const feasible = new FeasibleNodes(passed.length)
    for (const row of passed) feasible.push(row)
    const searched = own.search.searched?.slice() ?? null
    const verdict = own.verdict.slice()
    const untold = this.untold(restrictedBy)
    for (let position = 0; position < own.search.feasible.length; position++) {
      verdict[own.search.feasible.at[position]] = untold
    }
    // Of nodes that were not looked at, nothing is said, and no preemption is tried there.
    for (let row = 0; row < verdict.length; row++) if (searched?.[row] === 0) verdict[row] = untold
    for (const [row, id] of told) {
      verdict[row] = id
      if (searched !== null) searched[row] = 1
    }
    for (const row of passed) verdict[row] = FITS
    const search = { ...own.search, feasible, searched }
    const strangers = { reasons: [...this.strangers.values()], untold }
    return { ...own, search, verdict, reportedVerdict: verdict, strangers }
  }

  /** AbsentNodesStatus. */
  private untold(restrictedBy: readonly string[]): number {
    const { statuses } = this.own
    if (restrictedBy.length > 0) return outsidePreFilterNodes(statuses, restrictedBy)
    const { failures } = this.extenders.rules
    const code = failures === 'append' ? 'Unschedulable' : 'UnschedulableAndUnresolvable'
    return this.idOf(nameOfExtender(this.extenders.all[0]), code, [])
  }
}

function notAsked({ urlPrefix }: Extender, node: string): string {
  return `extender ${JSON.stringify(urlPrefix)} claims a filtered node ${JSON.stringify(node)} which is not found in the input node list`
}
