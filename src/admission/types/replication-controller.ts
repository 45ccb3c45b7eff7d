/** The workloads of core/v1. See field.ts for how a field is written. */
export const REPLICATION_CONTROLLER_TYPES = {
  ReplicationController: {
    kind: 'TypeMeta>string',
    apiVersion: 'TypeMeta>string',
    metadata: 'ObjectMeta',
    spec: 'ReplicationControllerSpec',
    status: 'ReplicationControllerStatus',
  },
  ReplicationControllerSpec: {
    replicas: '*int32',
    minReadySeconds: 'int32',
    selector: 'map:string',
    template: '*PodTemplateSpec',
  },
  PodTemplateSpec: {
    metadata: 'ObjectMeta',
    spec: 'PodSpec',
  },
  ReplicationControllerStatus: {
    replicas: 'int32!',
    fullyLabeledReplicas: 'int32',
    readyReplicas: 'int32',
    availableReplicas: 'int32',
    observedGeneration: 'int64',
    conditions: '[]ReplicationControllerCondition',
  },
  ReplicationControllerCondition: {
    type: 'string(v1.ReplicationControllerConditionType)!',
    status: 'string(v1.ConditionStatus)!',
    lastTransitionTime: 'Time',
    reason: 'string',
    message: 'string',
  },
  PodTemplate: {
    kind: 'TypeMeta>string',
    apiVersion: 'TypeMeta>string',
    metadata: 'ObjectMeta',
    template: 'PodTemplateSpec',
  },
} as const
