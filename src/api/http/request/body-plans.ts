import type { BodyPlan, BodyShape } from '../../../snapshot/bytes/body-shape.ts'

/** Where Kubernetes objects are in the bodies of the API; the schemas say what else is in them. */

const snapshot: BodyShape = { kind: 'snapshot' }
const pods: BodyShape = { kind: 'objects' }

function members(shapes: Readonly<Record<string, BodyShape>>): BodyShape {
  return { kind: 'members', members: shapes }
}

const object: BodyShape = { kind: 'object' }
const values: BodyShape = { kind: 'values' }
const large: BodyShape = { kind: 'large' }

export const SETTINGS_BODY: BodyPlan = { shape: { kind: 'settings' }, keeps: 'everything' }

/** Of a request that says nothing else: whoever reads its objects may read all of them. */
export const USUAL_BODY: BodyPlan = {
  shape: members({ snapshot, pods, pod: object, changes: values }),
  keeps: 'everything',
}

/** The pods of a mix and the nodes of templates are read with what they come in. */
export const CAPACITY_BODY: BodyPlan = {
  shape: members({
    snapshot,
    mix: values,
    manifests: values,
    edits: values,
    templates: values,
  }),
  keeps: 'what scheduling reads',
}

export const DECISION_BODY: BodyPlan = {
  shape: members({
    snapshot,
    pods,
    pod: object,
    manifests: values,
    edits: values,
    extenderResults: values,
    feedback: values,
    groups: values,
  }),
  keeps: 'what scheduling reads',
}

export const BATCH_BODY: BodyPlan = {
  shape: members({ snapshot, items: values }),
  keeps: 'everything',
}

export const SIMULATION_BODY: BodyPlan = {
  shape: members({ snapshot, script: values }),
  keeps: 'what scheduling reads',
}

export const EXPLANATION_BODY: BodyPlan = {
  shape: members({ snapshot, pod: object, manifests: values, edits: values }),
  keeps: 'what scheduling reads',
}

/** Of a scheduler, whose names may be in any case; nodes that pass are sent back as they came. */
export const EXTENDER_BODY: BodyPlan = {
  shape: members({
    Pod: object,
    pod: object,
    Nodes: snapshot,
    nodes: snapshot,
    NodeNames: large,
    nodeNames: large,
    nodenames: large,
  }),
  keeps: 'everything',
}

export const EXTENDER_PREEMPTION_BODY: BodyPlan = {
  shape: members({
    Pod: object,
    pod: object,
    NodeNameToVictims: large,
    nodeNameToVictims: large,
    NodeNameToMetaVictims: large,
    nodeNameToMetaVictims: large,
  }),
  keeps: 'everything',
}

/** Objects of a review are of any kind. */
export const ADMISSION_REVIEW_BODY: BodyPlan = {
  shape: members({ request: large }),
  keeps: 'everything',
}

/** A snapshot to be kept is the body. */
export const SNAPSHOT_BODY: BodyPlan = { shape: snapshot, keeps: 'what scheduling reads' }

export const SNAPSHOT_PATCH_BODY: BodyPlan = {
  shape: members({ put: snapshot }),
  keeps: 'what scheduling reads',
}

const side = members({ patch: members({ put: snapshot }), edits: values })

export const COMPARISON_BODY: BodyPlan = {
  shape: members({ snapshot, pods, manifests: values, a: side, b: side }),
  keeps: 'what scheduling reads',
}
