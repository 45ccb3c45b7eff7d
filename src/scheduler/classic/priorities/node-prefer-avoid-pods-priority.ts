import { isObject } from '../../../snapshot/json/fields.ts'
import type { OwnerReference } from '../../../snapshot/pods/pod-signature.ts'
import { scoring } from '../../framework/plugin.ts'
import { StaticScorer } from '../../framework/static-scorer.ts'
import type { PluginFactory } from '../context.ts'
import { SCORE_MAX } from './scale.ts'

/** Avoids nodes whose annotation preferAvoidPods names the pod's controller; weighs 10,000 by default. */
export const nodePreferAvoidPodsPriority: PluginFactory = (name) => ({
  name,
  prepareScore({ cluster: { nodes }, pod }) {
    const { controller } = pod.signature
    const scores = Float64Array.from(nodes.preferAvoidPods, (annotation) =>
      isAvoided(annotation, controller) ? 0 : SCORE_MAX,
    )
    return scoring(new StaticScorer(scores))
  },
})

/** Only pods of ReplicationControllers and ReplicaSets; an annotation that cannot be read avoids nobody. */
function isAvoided(annotation: string | null, controller: OwnerReference | null): boolean {
  if (controller === null || annotation === null || annotation === '') return false
  if (controller.kind !== 'ReplicationController' && controller.kind !== 'ReplicaSet') return false
  return avoidedControllers(annotation).some(
    ({ kind, uid }) => kind === controller.kind && uid === controller.uid,
  )
}

function avoidedControllers(annotation: string): { kind: unknown; uid: unknown }[] {
  const entries = fieldOf(parse(annotation), 'preferAvoidPods')
  if (!Array.isArray(entries)) return []
  return entries.map((entry) => {
    const controller = fieldOf(fieldOf(entry, 'podSignature'), 'podController')
    return { kind: fieldOf(controller, 'kind'), uid: fieldOf(controller, 'uid') }
  })
}

function parse(annotation: string): unknown {
  try {
    return JSON.parse(annotation)
  } catch {
    return null
  }
}

function fieldOf(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined
}
