/** Claims of volumes, core/v1, and their classes, storage/v1. See field.ts for how a field is written. */
export const CLAIM_AND_CLASS_TYPES = {
  PersistentVolumeClaim: {
    kind: 'TypeMeta>string',
    apiVersion: 'TypeMeta>string',
    metadata: 'ObjectMeta',
    spec: 'PersistentVolumeClaimSpec',
    status: 'PersistentVolumeClaimStatus',
  },
  PersistentVolumeClaimStatus: {
    phase: 'string(v1.PersistentVolumeClaimPhase)',
    accessModes: '[]string(v1.PersistentVolumeAccessMode)',
    capacity: 'map(v1.ResourceList):Quantity',
    conditions: '[]PersistentVolumeClaimCondition',
    allocatedResources: 'map(v1.ResourceList):Quantity',
    allocatedResourceStatuses: 'map:string(v1.ClaimResourceStatus)',
    currentVolumeAttributesClassName: '*string',
    modifyVolumeStatus: '*ModifyVolumeStatus',
    healthStatus: '*VolumeHealthStatus',
  },
  PersistentVolumeClaimCondition: {
    type: 'string(v1.PersistentVolumeClaimConditionType)!',
    status: 'string(v1.ConditionStatus)!',
    lastProbeTime: 'Time',
    lastTransitionTime: 'Time',
    reason: 'string',
    message: 'string',
  },
  ModifyVolumeStatus: {
    targetVolumeAttributesClassName: 'string',
    status: 'string(v1.PersistentVolumeClaimModifyVolumeStatus)!',
  },
  VolumeHealthStatus: {
    healthConditions: '[]VolumeHealthCondition',
    lastTransitionTime: 'Time',
  },
  StorageClass: {
    kind: 'TypeMeta>string',
    apiVersion: 'TypeMeta>string',
    metadata: 'ObjectMeta',
    provisioner: 'string!',
    parameters: 'map:string',
    reclaimPolicy: '*string(v1.PersistentVolumeReclaimPolicy)',
    mountOptions: '[]string',
    allowVolumeExpansion: '*bool',
    volumeBindingMode: '*string(v1.VolumeBindingMode)',
    allowedTopologies: '[]TopologySelectorTerm',
  },
  TopologySelectorTerm: {
    matchLabelExpressions: '[]TopologySelectorLabelRequirement',
  },
  TopologySelectorLabelRequirement: {
    key: 'string!',
    values: '[]string!',
  },
} as const
