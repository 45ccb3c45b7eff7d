/**
 * What a pod status may hold: nothing of it is kept, yet it is read strictly, core/v1. See field.ts
 * for how a field is written.
 */
export const POD_STATUS_TYPES = {
  PodStatus: {
    observedGeneration: 'int64',
    phase: 'string(v1.PodPhase)',
    conditions: '[]PodCondition',
    message: 'string',
    reason: 'string',
    nominatedNodeName: 'string',
    hostIP: 'string',
    hostIPs: '[]HostIP',
    podIP: 'string',
    podIPs: '[]PodIP',
    startTime: '*Time',
    initContainerStatuses: '[]ContainerStatus',
    containerStatuses: '[]ContainerStatus',
    qosClass: 'string(v1.PodQOSClass)',
    ephemeralContainerStatuses: '[]ContainerStatus',
    resize: 'string(v1.PodResizeStatus)',
    resourceClaimStatuses: '[]PodResourceClaimStatus',
    extendedResourceClaimStatus: '*PodExtendedResourceClaimStatus',
    allocatedResources: 'map(v1.ResourceList):Quantity',
    resources: '*ResourceRequirements',
    nodeAllocatableResourceClaimStatuses: '[]NodeAllocatableResourceClaimStatus',
    volumeHealth: '[]PodVolumeHealth',
  },
  PodCondition: {
    type: 'string(v1.PodConditionType)!',
    observedGeneration: 'int64',
    status: 'string(v1.ConditionStatus)!',
    lastProbeTime: 'Time',
    lastTransitionTime: 'Time',
    reason: 'string',
    message: 'string',
  },
  HostIP: {
    ip: 'string!',
  },
  PodIP: {
    ip: 'string!',
  },
  ContainerStatus: {
    name: 'string!',
    state: 'ContainerState',
    lastState: 'ContainerState',
    ready: 'bool!',
    restartCount: 'int32!',
    image: 'string!',
    imageID: 'string!',
    containerID: 'string',
    started: '*bool',
    allocatedResources: 'map(v1.ResourceList):Quantity',
    resources: '*ResourceRequirements',
    volumeMounts: '[]VolumeMountStatus',
    user: '*ContainerUser',
    allocatedResourcesStatus: '[]ResourceStatus',
    stopSignal: '*string(v1.Signal)',
  },
  ContainerState: {
    waiting: '*ContainerStateWaiting',
    running: '*ContainerStateRunning',
    terminated: '*ContainerStateTerminated',
  },
  ContainerStateWaiting: {
    reason: 'string',
    message: 'string',
  },
  ContainerStateRunning: {
    startedAt: 'Time',
  },
  ContainerStateTerminated: {
    exitCode: 'int32!',
    signal: 'int32',
    reason: 'string',
    message: 'string',
    startedAt: 'Time',
    finishedAt: 'Time',
    containerID: 'string',
  },
  VolumeMountStatus: {
    name: 'string!',
    mountPath: 'string!',
    readOnly: 'bool',
    recursiveReadOnly: '*string(v1.RecursiveReadOnlyMode)',
    volumeStatus: '*VolumeStatus',
  },
  VolumeStatus: {
    image: '*ImageVolumeStatus',
  },
  ImageVolumeStatus: {
    imageRef: 'string',
  },
  ContainerUser: {
    linux: '*LinuxContainerUser',
  },
  LinuxContainerUser: {
    uid: 'int64!',
    gid: 'int64!',
    supplementalGroups: '[]int64',
  },
  ResourceStatus: {
    name: 'string(v1.ResourceName)!',
    resources: '[]ResourceHealth',
  },
  ResourceHealth: {
    resourceID: 'string(v1.ResourceID)!',
    health: 'string(v1.ResourceHealthStatus)',
    message: '*string',
  },
  PodResourceClaimStatus: {
    name: 'string!',
    resourceClaimName: '*string',
  },
  PodExtendedResourceClaimStatus: {
    requestMappings: '[]ContainerExtendedResourceRequest!',
    resourceClaimName: 'string!',
  },
  ContainerExtendedResourceRequest: {
    containerName: 'string!',
    resourceName: 'string!',
    requestName: 'string!',
  },
  NodeAllocatableResourceClaimStatus: {
    resourceClaimName: 'string!',
    containers: '[]string',
    mapping: '[]NodeAllocatableMappedResources',
    overhead: '[]NodeAllocatableOverheadResources',
  },
  NodeAllocatableMappedResources: {
    name: 'string(v1.ResourceName)!',
    quantity: '*Quantity!',
  },
  NodeAllocatableOverheadResources: {
    name: 'string(v1.ResourceName)!',
    perPod: '*Quantity',
    perContainer: '*Quantity',
  },
  PodVolumeHealth: {
    name: 'string!',
    healthConditions: '[]VolumeHealthCondition',
    lastTransitionTime: 'Time',
  },
  VolumeHealthCondition: {
    status: 'string(v1.VolumeHealthStatusType)!',
    reason: 'string!',
    message: 'string',
  },
} as const
