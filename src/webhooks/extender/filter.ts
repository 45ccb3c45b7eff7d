import type { ExtenderFilterResult } from '../../../schemas/webhooks/extender.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import { nameOf } from '../../snapshot/json/raw-object.ts'
import type { NodesForPod } from '../../use-cases/judge-nodes.ts'
import { whyNot } from './judge.ts'
import type { ExtenderSettings } from './settings.ts'

/** The nodes of a call, as whole objects or by name. */
export interface Candidates {
  readonly nodes: readonly JsonObject[] | null
  readonly names: readonly string[]
}

/** Which nodes the pod may go to. What cannot be told is an error of the call, or passes. */
export function filterNodes(
  judged: NodesForPod,
  candidates: Candidates,
  policy: ExtenderSettings['failurePolicy'],
): ExtenderFilterResult {
  const failed = new Map<string, string>()
  const unresolvable = new Map<string, string>()
  const passing = new Set<string>()
  for (const name of candidates.names) {
    const verdict = judged.verdict(name)
    if (verdict.kind === 'rejected') {
      const { code, reasons } = verdict.rejection
      const into = code === 'UnschedulableAndUnresolvable' ? unresolvable : failed
      into.set(name, reasons.join(', '))
      continue
    }
    const unclear = whyNot(verdict)
    if (unclear === null || policy === 'Ignore') passing.add(name)
    else if (verdict.kind === 'absent') failed.set(name, unclear)
    else return failedFilter(`node ${name} cannot be judged: ${unclear}`)
  }
  return { ...only(candidates, passing), ...reasons(failed, unresolvable), Error: '' }
}

/** Every node passes. */
export function passAll(candidates: Candidates): ExtenderFilterResult {
  const all = new Set(candidates.names)
  return { ...only(candidates, all), ...reasons(new Map(), new Map()), Error: '' }
}

export function failedFilter(error: string): ExtenderFilterResult {
  return { Nodes: null, NodeNames: null, ...reasons(new Map(), new Map()), Error: error }
}

/** Nodes that come whole go back whole, names as names. */
function only({ nodes, names }: Candidates, passing: ReadonlySet<string>) {
  if (nodes === null) return { Nodes: null, NodeNames: names.filter((name) => passing.has(name)) }
  const items = nodes.filter((node) => passing.has(nameOf(node)))
  return { Nodes: { metadata: {}, items }, NodeNames: null }
}

function reasons(failed: Map<string, string>, unresolvable: Map<string, string>) {
  return {
    FailedNodes: Object.fromEntries(failed),
    FailedAndUnresolvableNodes: Object.fromEntries(unresolvable),
  }
}
