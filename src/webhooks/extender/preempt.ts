import type {
  ExtenderPreemptionArgs,
  ExtenderPreemptionResult,
} from '../../../schemas/webhooks/extender.ts'
import { err, ok, type Result } from '../../result.ts'
import { textAt } from '../../snapshot/json/raw-object.ts'
import type { NodesForPod } from '../../use-cases/judge-nodes.ts'
import { whyNot } from './judge.ts'
import type { ExtenderSettings } from './settings.ts'

type MetaVictims = ExtenderPreemptionResult['NodeNameToMetaVictims']

/** Whom the scheduler would displace, by node, and by their UIDs alone. */
export function victimsOf(args: ExtenderPreemptionArgs): MetaVictims {
  const { NodeNameToVictims: whole, NodeNameToMetaVictims: meta } = args
  const byNode = Object.entries(meta ?? {}).map(([node, { Pods, NumPDBViolations }]) => {
    const pods = (Pods ?? []).map(({ UID }) => ({ UID }))
    return [node, { Pods: pods, NumPDBViolations: NumPDBViolations ?? 0 }] as const
  })
  const ofWhole = Object.entries(whole ?? {}).map(([node, { Pods, NumPDBViolations }]) => {
    const pods = (Pods ?? []).map((pod) => ({ UID: textAt(pod, 'metadata', 'uid') }))
    return [node, { Pods: pods, NumPDBViolations: NumPDBViolations ?? 0 }] as const
  })
  return Object.fromEntries([...byNode, ...ofWhole])
}

/** The nodes that take the pod once their victims are gone; those that never would are left out. */
export function preemptable(
  judged: NodesForPod,
  victims: MetaVictims,
  policy: ExtenderSettings['failurePolicy'],
): Result<MetaVictims, string> {
  const kept: [string, MetaVictims[string]][] = []
  for (const [name, onNode] of Object.entries(victims)) {
    const verdict = judged.verdictWithout(name, new Set(onNode.Pods.map(({ UID }) => UID)))
    if (verdict.kind === 'rejected') continue
    const unclear = whyNot(verdict)
    if (unclear === null || policy === 'Ignore') kept.push([name, onNode])
    else if (verdict.kind !== 'absent') return err(`node ${name} cannot be judged: ${unclear}`)
  }
  return ok(Object.fromEntries(kept))
}
