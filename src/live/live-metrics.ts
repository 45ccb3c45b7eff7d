import { Counter, Histogram, writeMetric } from '../node/prometheus-text.ts'

export type AttemptResult = 'scheduled' | 'unschedulable' | 'error'

/** Pods that wait, by what they wait for. */
export interface PendingPods {
  readonly active: number
  readonly backoff: number
  readonly unschedulable: number
}

const ATTEMPT_SECONDS = Array.from({ length: 15 }, (_, index) => 0.001 * 2 ** index)
const VICTIMS = [1, 2, 4, 8, 16, 32, 64]

/** What `berth schedule` tells of itself, by the names that kube-scheduler has for it. */
export class LiveMetrics {
  private readonly attempts = new Counter()
  private readonly attemptSeconds = new Histogram(ATTEMPT_SECONDS)
  private readonly bindingSeconds = new Histogram(ATTEMPT_SECONDS)
  private readonly preemptions = new Counter()
  private readonly victims = new Histogram(VICTIMS)
  private readonly readings = new Counter()
  private pending: () => PendingPods = () => ({ active: 0, backoff: 0, unschedulable: 0 })

  attempted(profile: string, result: AttemptResult, ms: number): void {
    this.attempts.add({ result, profile })
    this.attemptSeconds.observe({ result, profile }, ms / 1000)
  }

  /** From the decision to the answer of the API server. */
  bound(result: 'bound' | 'failed', ms: number): void {
    this.bindingSeconds.observe({ result }, ms / 1000)
  }

  preempted(victims: number): void {
    this.preemptions.add({})
    this.victims.observe({}, victims)
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
      counter('scheduler_preemption_attempts_total', 'Preemptions.', this.preemptions),
      histogram('scheduler_preemption_victims', 'Victims of each preemption.', this.victims),
      histogram(
        'berth_schedule_binding_seconds',
        'From a decision to its binding, volumes and devices included.',
        this.bindingSeconds,
      ),
      counter('berth_schedule_readings_total', 'Times that the cluster was read.', this.readings),
    ].join('')
  }
}
