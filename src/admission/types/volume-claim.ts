/** The claim that a pod brings as a template, core/v1. See field.ts for how a field is written. */
export const VOLUME_CLAIM_TYPES = {
  PersistentVolumeClaimTemplate: {
    metadata: 'ObjectMeta',
    spec: 'PersistentVolumeClaimSpec!',
  },
  PersistentVolumeClaimSpec: {
    accessModes: '[]string(v1.PersistentVolumeAccessMode)',
    selector: '*LabelSelector',
    resources: 'VolumeResourceRequirements',
    volumeName: 'string',
    storageClassName: '*string',
    volumeMode: '*string(v1.PersistentVolumeMode)',
    dataSource: '*TypedLocalObjectReference',
    dataSourceRef: '*TypedObjectReference',
    volumeAttributesClassName: '*string',
  },
  VolumeResourceRequirements: {
    limits: 'map(v1.ResourceList):Quantity',
    requests: 'map(v1.ResourceList):Quantity',
  },
  TypedLocalObjectReference: {
    apiGroup: '*string!',
    kind: 'string!',
    name: 'string!',
  },
  TypedObjectReference: {
    apiGroup: '*string!',
    kind: 'string!',
    name: 'string!',
    namespace: '*string',
  },
} as const
