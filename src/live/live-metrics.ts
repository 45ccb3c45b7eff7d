import { Counter, Histogram, writeMetric } from '../node/prometheus-text.ts'

export type AttemptResult = 'scheduled' | 'unschedulable' | 'error'

/** Pods that wait, by what they wait for. */
export interface PendingPods {
  readonly active: number
  readonly backoff: number
  readonly unschedulable: number
  readonly gated: number
}

export type GroupAttemptResult = AttemptResult | 'waiting_on_preemption'

const ATTEMPT_SECONDS = powersOfTwo(0.001, 15)
const VICTIMS = powersOfTwo(1, 7)
const POD_ATTEMPTS = powersOfTwo(1, 5)
const POD_SECONDS = powersOfTwo(0.01, 20)
/** More are told as one (getAttemptsLabel). */
const ATTEMPTS_MAX = 15
const GROUP_VICTIMS = powersOfTwo(1, 11)

/** What `berth schedule` tells of itself, by the names that kube-scheduler has for it. */
export class LiveMetrics {
  private readonly attempts = new Counter()
  private readonly attemptSeconds = new Histogram(ATTEMPT_SECONDS)
  private readonly bindingSeconds = new Histogram(ATTEMPT_SECONDS)
  private readonly preemptions = new Counter()
  private readonly victims = new Histogram(VICTIMS)
  private readonly groupAttempts = new Counter()
  private readonly groupAttemptSeconds = new Histogram(ATTEMPT_SECONDS)
  private readonly groupPreemptions = new Counter()
  private readonly groupVictims = new Histogram(GROUP_VICTIMS)
  private readonly podAttempts = new Histogram(POD_ATTEMPTS)
  private readonly podSeconds = new Histogram(POD_SECONDS)
  private readonly readings = new Counter()
  private pending: () => PendingPods = () => ({ active: 0, backoff: 0, unschedulable: 0, gated: 0 })

  attempted(profile: string, result: AttemptResult, ms: number): void {
    this.attempts.add({ result, profile })
    this.attemptSeconds.observe({ result, profile }, ms / 1000)
  }

  /** From the decision to the answer of the API server. */
  bindingEnded(result: 'bound' | 'failed', ms: number): void {
    this.bindingSeconds.observe({ result }, ms / 1000)
  }

  /** After so many attempts, and so long in the queue and on its way. */
  podBound(attempts: number, ms: number): void {
    this.podAttempts.observe({}, attempts)
    const label = attempts < ATTEMPTS_MAX ? String(attempts) : `${ATTEMPTS_MAX}+`
    this.podSeconds.observe({ attempts: label }, ms / 1000)
  }

  /** A group was attempted as one. */
  groupAttempted(profile: string, result: GroupAttemptResult, ms: number): void {
    this.groupAttempts.add({ result, profile })
    this.groupAttemptSeconds.observe({ result, profile }, ms / 1000)
  }

  preempted(preemptor: 'Pod' | 'PodGroup', victims: number): void {
    if (preemptor === 'Pod') {
      this.preemptions.add({})
      this.victims.observe({}, victims)
    } else {
      this.groupPreemptions.add({ result: 'success' })
      this.groupVictims.observe({}, victims)
    }
  }

  /** The cluster was read, at first or because something was missed. */
  read(pending: () => PendingPods): void {
    this.readings.add({})
    this.pending = pending
  }

  write(): string {
    const pending = Object.entries(this.pending()).map(
      ([queue, pods]) => `scheduler_pending_pods{queue="${queue}"} ${pods}`,
    )
    const counter = (name: string, help: string, of: Counter) =>
      writeMetric(name, 'counter', help, of.write(name))
    const histogram = (name: string, help: string, of: Histogram) =>
      writeMetric(name, 'histogram', help, of.write(name))
    return [
      counter('scheduler_schedule_attempts_total', 'Attempts, by result.', this.attempts),
      histogram(
        'scheduler_scheduling_attempt_duration_seconds',
        'How long decisions take.',
        this.attemptSeconds,
      ),
      writeMetric('scheduler_pending_pods', 'gauge', 'Pods that wait, by queue.', pending),
      histogram(
        'scheduler_pod_scheduling_attempts',
        'Attempts that a bound pod took.',
        this.podAttempts,
      ),
      histogram(
        'scheduler_pod_scheduling_sli_duration_seconds',
        'From the queue to the binding, by attempts.',
        this.podSeconds,
      ),
      counter('scheduler_preemption_attempts_total', 'Preemptions.', this.preemptions),
      histogram('scheduler_preemption_victims', 'Victims of each preemption.', this.victims),
      counter(
        'scheduler_podgroup_schedule_attempts_total',
        'Attempts of pod groups, by result.',
        this.groupAttempts,
      ),
      histogram(
        'scheduler_podgroup_scheduling_attempt_duration_seconds',
        'How long decisions of pod groups take.',
        this.groupAttemptSeconds,
      ),
      counter(
        'scheduler_workload_preemption_attempts_total',
        'Preemptions for pod groups, by result.',
        this.groupPreemptions,
      ),
      histogram(
        'scheduler_workload_preemption_victims',
        'Victims of each preemption for a pod group.',
        this.groupVictims,
      ),
      histogram(
        'berth_schedule_binding_seconds',
        'From a decision to its binding, volumes and devices included.',
        this.bindingSeconds,
      ),
      counter('berth_schedule_readings_total', 'Times that the cluster was read.', this.readings),
    ].join('')
  }
}

/** Bounds of buckets, each twice the one before. */
function powersOfTwo(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first * 2 ** index)
}
