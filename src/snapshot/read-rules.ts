import {
  allBut,
  blank,
  capture,
  drop,
  each,
  keep,
  only,
  type Rule,
  unusual,
} from './json/scan/rules.ts'
import type { SnapshotResource } from './snapshot-resources.ts'

/**
 * What is read of every kind of object; the rest of an object is dropped before anybody reads it,
 * whether it came as bytes or as a value. A reader that wants another field gets it by naming it here.
 */

const CONTAINER: Rule = only({
  name: keep,
  image: keep,
  resources: keep,
  ports: keep,
  restartPolicy: keep,
  restartPolicyRules: keep,
  volumeMounts: each(only({ bindMountOptions: keep })),
})

const CONTAINER_STATUS: Rule = only({ name: keep, resources: keep, allocatedResources: keep })

/** Volumes of these sources are read by no rule, and every pod has one (its token). */
const VOLUME: Rule = allBut({
  projected: blank,
  configMap: blank,
  secret: blank,
  emptyDir: blank,
  hostPath: blank,
  downwardAPI: blank,
  ephemeral: unusual,
})

export const POD: Rule = only({
  kind: keep,
  metadata: only({
    name: capture('name'),
    namespace: keep,
    uid: capture('uid'),
    labels: capture('labels'),
    annotations: only({ 'scheduling.k8s.io/group-name': keep }),
    ownerReferences: keep,
    creationTimestamp: capture('creationTimestamp'),
    deletionTimestamp: keep,
    deletionGracePeriodSeconds: keep,
  }),
  spec: only({
    nodeName: capture('nodeName'),
    containers: each(CONTAINER),
    initContainers: each(CONTAINER),
    ephemeralContainers: each(only({ volumeMounts: each(only({ bindMountOptions: keep })) })),
    schedulerName: keep,
    schedulingGates: keep,
    priorityClassName: keep,
    priority: keep,
    preemptionPolicy: keep,
    nodeSelector: keep,
    affinity: keep,
    tolerations: keep,
    topologySpreadConstraints: keep,
    resourceClaims: keep,
    resources: keep,
    overhead: keep,
    restartPolicy: keep,
    terminationGracePeriodSeconds: keep,
    hostNetwork: keep,
    hostUsers: keep,
    schedulingGroup: keep,
    workloadRef: keep,
    volumes: each(VOLUME),
  }),
  status: only({
    phase: keep,
    startTime: capture('startTime'),
    nominatedNodeName: keep,
    resourceClaimStatuses: keep,
    resources: keep,
    allocatedResources: keep,
    containerStatuses: each(CONTAINER_STATUS),
    initContainerStatuses: each(CONTAINER_STATUS),
    conditions: each(only({ type: keep, status: keep, reason: keep })),
  }),
})

export const NODE: Rule = only({
  kind: keep,
  metadata: only({
    name: keep,
    labels: keep,
    annotations: only({ 'scheduler.alpha.kubernetes.io/preferAvoidPods': keep }),
  }),
  spec: only({ taints: keep, unschedulable: keep }),
  status: only({
    allocatable: keep,
    capacity: keep,
    images: capture('images'),
    conditions: each(only({ type: keep, status: keep })),
    declaredFeatures: keep,
  }),
})

/** Workloads are read for what they select. */
const WORKLOAD: Rule = only({
  kind: keep,
  metadata: only({ name: keep, namespace: keep }),
  spec: only({ selector: keep }),
})

const OTHER: Rule = allBut({ metadata: allBut({ managedFields: drop }) })

export function ruleOf(resource: SnapshotResource): Rule {
  switch (resource) {
    case 'pods':
      return POD
    case 'nodes':
      return NODE
    case 'services':
    case 'replicationControllers':
    case 'replicaSets':
    case 'statefulSets':
      return WORKLOAD
    default:
      return OTHER
  }
}

export const RULES: readonly Rule[] = [POD, NODE, WORKLOAD, OTHER]
