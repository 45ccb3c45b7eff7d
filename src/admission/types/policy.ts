/** Budgets, policy/v1, PriorityClasses, scheduling/v1, and what a namespace allows, core/v1. See field.ts for how a field is written. */
export const POLICY_TYPES = {
  PodDisruptionBudget: {
    kind: 'TypeMeta>string',
    apiVersion: 'TypeMeta>string',
    metadata: 'ObjectMeta',
    spec: 'PodDisruptionBudgetSpec',
    status: 'PodDisruptionBudgetStatus',
  },
  PodDisruptionBudgetSpec: {
    minAvailable: '*IntOrString',
    selector: '*LabelSelector',
    maxUnavailable: '*IntOrString',
    unhealthyPodEvictionPolicy: '*string(v1.UnhealthyPodEvictionPolicyType)',
  },
  PodDisruptionBudgetStatus: {
    observedGeneration: 'int64',
    disruptedPods: 'map:Time',
    disruptionsAllowed: 'int32!',
    currentHealthy: 'int32!',
    desiredHealthy: 'int32!',
    expectedPods: 'int32!',
    conditions: '[]Condition',
  },
  PriorityClass: {
    kind: 'TypeMeta>string',
    apiVersion: 'TypeMeta>string',
    metadata: 'ObjectMeta',
    value: 'int32!',
    globalDefault: 'bool',
    description: 'string',
    preemptionPolicy: '*string(v1.PreemptionPolicy)',
  },
  Namespace: {
    kind: 'TypeMeta>string',
    apiVersion: 'TypeMeta>string',
    metadata: 'ObjectMeta',
    spec: 'NamespaceSpec',
    status: 'NamespaceStatus',
  },
  NamespaceSpec: {
    finalizers: '[]string(v1.FinalizerName)',
  },
  NamespaceStatus: {
    phase: 'string(v1.NamespacePhase)',
    conditions: '[]NamespaceCondition',
  },
  NamespaceCondition: {
    type: 'string(v1.NamespaceConditionType)!',
    status: 'string(v1.ConditionStatus)!',
    lastTransitionTime: 'Time',
    reason: 'string',
    message: 'string',
  },
  ResourceQuota: {
    kind: 'TypeMeta>string',
    apiVersion: 'TypeMeta>string',
    metadata: 'ObjectMeta',
    spec: 'ResourceQuotaSpec',
    status: 'ResourceQuotaStatus',
  },
  ResourceQuotaSpec: {
    hard: 'map(v1.ResourceList):Quantity',
    scopes: '[]string(v1.ResourceQuotaScope)',
    scopeSelector: '*ScopeSelector',
  },
  ScopeSelector: {
    matchExpressions: '[]ScopedResourceSelectorRequirement',
  },
  ScopedResourceSelectorRequirement: {
    scopeName: 'string(v1.ResourceQuotaScope)!',
    operator: 'string(v1.ScopeSelectorOperator)!',
    values: '[]string',
  },
  ResourceQuotaStatus: {
    hard: 'map(v1.ResourceList):Quantity',
    used: 'map(v1.ResourceList):Quantity',
  },
  LimitRange: {
    kind: 'TypeMeta>string',
    apiVersion: 'TypeMeta>string',
    metadata: 'ObjectMeta',
    spec: 'LimitRangeSpec',
  },
  LimitRangeSpec: {
    limits: '[]LimitRangeItem!',
  },
  LimitRangeItem: {
    type: 'string(v1.LimitType)!',
    max: 'map(v1.ResourceList):Quantity',
    min: 'map(v1.ResourceList):Quantity',
    default: 'map(v1.ResourceList):Quantity',
    defaultRequest: 'map(v1.ResourceList):Quantity',
    maxLimitRequestRatio: 'map(v1.ResourceList):Quantity',
  },
} as const
