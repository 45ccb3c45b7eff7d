/** Kinds that every group version has, of meta/v1. */
const META_KINDS = [
  'CreateOptions',
  'DeleteOptions',
  'GetOptions',
  'ListOptions',
  'PatchOptions',
  'UpdateOptions',
  'WatchEvent',
]

/** The kinds that the API server of 1.37 knows, by group version; a star: its list too. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['admission.k8s.io/v1', 'AdmissionReview'],
  ['admission.k8s.io/v1beta1', 'AdmissionReview'],
  [
    'admissionregistration.k8s.io/v1',
    'MutatingAdmissionPolicy* MutatingAdmissionPolicyBinding* ' +
      'MutatingWebhookConfiguration* ValidatingAdmissionPolicy* ' +
      'ValidatingAdmissionPolicyBinding* ValidatingWebhookConfiguration*',
  ],
  [
    'admissionregistration.k8s.io/v1alpha1',
    'MutatingAdmissionPolicy* MutatingAdmissionPolicyBinding* ValidatingAdmissionPolicy* ' +
      'ValidatingAdmissionPolicyBinding*',
  ],
  [
    'admissionregistration.k8s.io/v1beta1',
    'MutatingAdmissionPolicy* MutatingAdmissionPolicyBinding* ' +
      'MutatingWebhookConfiguration* ValidatingAdmissionPolicy* ' +
      'ValidatingAdmissionPolicyBinding* ValidatingWebhookConfiguration*',
  ],
  ['apps/v1', 'ControllerRevision* DaemonSet* Deployment* ReplicaSet* StatefulSet*'],
  ['apps/v1beta1', 'ControllerRevision* Deployment* DeploymentRollback Scale StatefulSet*'],
  ['apps/v1beta2', 'ControllerRevision* DaemonSet* Deployment* ReplicaSet* Scale StatefulSet*'],
  ['authentication.k8s.io/v1', 'SelfSubjectReview TokenRequest TokenReview'],
  ['authentication.k8s.io/v1alpha1', 'SelfSubjectReview'],
  ['authentication.k8s.io/v1beta1', 'SelfSubjectReview TokenReview'],
  [
    'authorization.k8s.io/v1',
    'LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview ' +
      'SubjectAccessReview',
  ],
  [
    'authorization.k8s.io/v1beta1',
    'LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview ' +
      'SubjectAccessReview',
  ],
  ['autoscaling/v1', 'HorizontalPodAutoscaler* Scale'],
  ['autoscaling/v2', 'HorizontalPodAutoscaler*'],
  ['batch/v1', 'CronJob* Job*'],
  ['batch/v1beta1', 'CronJob*'],
  [
    'certificates.k8s.io/v1',
    'CertificateSigningRequest* ClusterTrustBundle* PodCertificateRequest*',
  ],
  ['certificates.k8s.io/v1alpha1', 'ClusterTrustBundle*'],
  [
    'certificates.k8s.io/v1beta1',
    'CertificateSigningRequest* ClusterTrustBundle* PodCertificateRequest*',
  ],
  ['coordination.k8s.io/v1', 'Lease*'],
  ['coordination.k8s.io/v1alpha2', 'LeaseCandidate*'],
  ['coordination.k8s.io/v1beta1', 'Lease* LeaseCandidate*'],
  ['discovery.k8s.io/v1', 'EndpointSlice*'],
  ['discovery.k8s.io/v1beta1', 'EndpointSlice*'],
  ['events.k8s.io/v1', 'Event*'],
  ['events.k8s.io/v1beta1', 'Event*'],
  [
    'extensions/v1beta1',
    'DaemonSet* Deployment* DeploymentRollback Ingress* NetworkPolicy* ReplicaSet* Scale',
  ],
  ['flowcontrol.apiserver.k8s.io/v1', 'FlowSchema* PriorityLevelConfiguration*'],
  ['flowcontrol.apiserver.k8s.io/v1beta1', 'FlowSchema* PriorityLevelConfiguration*'],
  ['flowcontrol.apiserver.k8s.io/v1beta2', 'FlowSchema* PriorityLevelConfiguration*'],
  ['flowcontrol.apiserver.k8s.io/v1beta3', 'FlowSchema* PriorityLevelConfiguration*'],
  ['imagepolicy.k8s.io/v1alpha1', 'ImageReview'],
  ['internal.apiserver.k8s.io/v1alpha1', 'StorageVersion*'],
  ['lifecycle.k8s.io/v1alpha1', 'Eviction* EvictionRequest*'],
  ['networking.k8s.io/v1', 'IPAddress* Ingress* IngressClass* NetworkPolicy* ServiceCIDR*'],
  ['networking.k8s.io/v1beta1', 'IPAddress* Ingress* IngressClass* ServiceCIDR*'],
  ['node.k8s.io/v1', 'RuntimeClass*'],
  ['node.k8s.io/v1alpha1', 'RuntimeClass*'],
  ['node.k8s.io/v1beta1', 'RuntimeClass*'],
  ['policy/v1', 'Eviction PodDisruptionBudget*'],
  ['policy/v1beta1', 'Eviction PodDisruptionBudget*'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole* ClusterRoleBinding* Role* RoleBinding*'],
  ['rbac.authorization.k8s.io/v1alpha1', 'ClusterRole* ClusterRoleBinding* Role* RoleBinding*'],
  ['rbac.authorization.k8s.io/v1beta1', 'ClusterRole* ClusterRoleBinding* Role* RoleBinding*'],
  [
    'resource.k8s.io/v1',
    'DeviceClass* DeviceTaintRule* ResourceClaim* ResourceClaimTemplate* ResourceSlice*',
  ],
  ['resource.k8s.io/v1alpha3', 'DeviceTaintRule* ResourcePoolStatusRequest*'],
  ['resource.k8s.io/v1beta1', 'DeviceClass* ResourceClaim* ResourceClaimTemplate* ResourceSlice*'],
  [
    'resource.k8s.io/v1beta2',
    'DeviceClass* DeviceTaintRule* ResourceClaim* ResourceClaimTemplate* ResourceSlice*',
  ],
  ['scheduling.k8s.io/v1', 'PriorityClass*'],
  ['scheduling.k8s.io/v1alpha3', 'CompositePodGroup* PodGroup* Workload*'],
  ['scheduling.k8s.io/v1beta1', 'PodGroup* PriorityClass* Workload*'],
  [
    'storage.k8s.io/v1',
    'CSIDriver* CSINode* CSIStorageCapacity* StorageClass* VolumeAttachment* ' +
      'VolumeAttributesClass*',
  ],
  ['storage.k8s.io/v1alpha1', 'CSIStorageCapacity* VolumeAttachment* VolumeAttributesClass*'],
  [
    'storage.k8s.io/v1beta1',
    'CSIDriver* CSINode* CSIStorageCapacity* StorageClass* VolumeAttachment* ' +
      'VolumeAttributesClass*',
  ],
  ['storagemigration.k8s.io/v1', 'StorageVersionMigration*'],
  ['storagemigration.k8s.io/v1beta1', 'StorageVersionMigration*'],
  [
    'v1',
    'APIGroup* APIResourceList APIVersions Binding ComponentStatus* ConfigMap* Endpoints* ' +
      'Event* LimitRange* List Namespace* Node* NodeProxyOptions PersistentVolume* ' +
      'PersistentVolumeClaim* Pod* PodAttachOptions PodExecOptions PodLogOptions ' +
      'PodPortForwardOptions PodProxyOptions PodTemplate* RangeAllocation ' +
      'ReplicationController* ResourceQuota* Secret* SerializedReference Service* ' +
      'ServiceAccount* ServiceProxyOptions Status',
  ],
])

/** The Go type of a kind by its package, such as v1.Service; null where there is no such kind. */
export function goTypeOfKind(groupVersion: string, kind: string): string | null {
  const kinds = KINDS.get(groupVersion)
  if (kinds === undefined) return null
  if (META_KINDS.includes(kind)) return `v1.${kind}`
  const single = kind.endsWith('List') ? `${kind.slice(0, -'List'.length)}*` : `${kind}*`
  const isKnown = kinds.split(' ').some((name) => name === kind || name === single)
  return isKnown ? `${groupVersion.slice(groupVersion.indexOf('/') + 1)}.${kind}` : null
}
