/** What a projected volume is made of, core/v1. See field.ts for how a field is written. */
export const PROJECTED_VOLUME_TYPES = {
  ProjectedVolumeSource: {
    sources: '[]VolumeProjection!',
    defaultMode: '*int32',
    defaultUser: '*int64',
  },
  VolumeProjection: {
    secret: '*SecretProjection',
    downwardAPI: '*DownwardAPIProjection',
    configMap: '*ConfigMapProjection',
    serviceAccountToken: '*ServiceAccountTokenProjection',
    clusterTrustBundle: '*ClusterTrustBundleProjection',
    podCertificate: '*PodCertificateProjection',
  },
  SecretProjection: {
    name: 'LocalObjectReference>string',
    items: '[]KeyToPath',
    optional: '*bool',
  },
  DownwardAPIProjection: {
    items: '[]DownwardAPIVolumeFile',
  },
  ConfigMapProjection: {
    name: 'LocalObjectReference>string',
    items: '[]KeyToPath',
    optional: '*bool',
  },
  ServiceAccountTokenProjection: {
    audience: 'string',
    expirationSeconds: '*int64',
    path: 'string!',
    user: '*int64',
  },
  ClusterTrustBundleProjection: {
    name: '*string',
    signerName: '*string',
    labelSelector: '*LabelSelector',
    optional: '*bool',
    path: 'string!',
    user: '*int64',
  },
  PodCertificateProjection: {
    signerName: 'string',
    keyType: 'string',
    maxExpirationSeconds: '*int32',
    credentialBundlePath: 'string',
    keyPath: 'string',
    certificateChainPath: 'string',
    userAnnotations: 'map:string',
    user: '*int64',
  },
} as const
