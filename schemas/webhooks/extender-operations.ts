import {
  BODY_PROBLEMS,
  COMMON_PROBLEMS,
  NAMED_SNAPSHOT_PROBLEMS,
  type Operation,
} from '../operation.ts'
import type { ProblemCode } from '../problem-kinds.ts'
import {
  ExtenderArgs,
  ExtenderBindingArgs,
  ExtenderBindingResult,
  ExtenderFilterResult,
  ExtenderPreemptionArgs,
  ExtenderPreemptionResult,
  HostPriorityList,
} from './extender.ts'

const CALL_PROBLEMS = [
  ...COMMON_PROBLEMS,
  ...BODY_PROBLEMS,
  'too-many',
  'unauthenticated',
  'forbidden',
] as const satisfies readonly ProblemCode[]

const JUDGING_PROBLEMS = [
  ...CALL_PROBLEMS,
  ...NAMED_SNAPSHOT_PROBLEMS,
  'invalid-quantity',
  'invalid-selector',
  'duplicate-object',
  'cannot-judge',
] as const satisfies readonly ProblemCode[]

/** What kube-scheduler asks its extenders; other problems than HTTP's it is told in its own words. */
export const EXTENDER_OPERATIONS: readonly Operation[] = [
  {
    id: 'extenderFilter',
    method: 'post',
    path: '/webhooks/extender/filter',
    summary: 'For kube-scheduler: which of these nodes may the pod go to?',
    request: ExtenderArgs,
    answers: [
      { status: 200, means: 'Those that fit, and why others do not.', body: ExtenderFilterResult },
    ],
    problems: CALL_PROBLEMS,
    token: 'configured',
  },
  {
    id: 'extenderPrioritize',
    method: 'post',
    path: '/webhooks/extender/prioritize',
    summary: 'For kube-scheduler: how good is each of these nodes, from 0 to 10?',
    request: ExtenderArgs,
    answers: [{ status: 200, means: 'A score of every node.', body: HostPriorityList }],
    problems: JUDGING_PROBLEMS,
    token: 'configured',
  },
  {
    id: 'extenderPreempt',
    method: 'post',
    path: '/webhooks/extender/preempt',
    summary: 'For kube-scheduler: which nodes take the pod once these victims are gone?',
    request: ExtenderPreemptionArgs,
    answers: [
      { status: 200, means: 'Those nodes and their victims.', body: ExtenderPreemptionResult },
    ],
    problems: JUDGING_PROBLEMS,
    token: 'configured',
  },
  {
    id: 'extenderBind',
    method: 'post',
    path: '/webhooks/extender/bind',
    summary: 'For kube-scheduler: binds a pod to a node, where that is configured.',
    request: ExtenderBindingArgs,
    answers: [{ status: 200, means: 'Done, or why not.', body: ExtenderBindingResult }],
    problems: CALL_PROBLEMS,
    token: 'configured',
  },
]
