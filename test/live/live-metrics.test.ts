import { expect, it } from 'vitest'
import { LiveMetrics } from '../../src/live/live-metrics.ts'

it("tells by kube-scheduler's names what was done", () => {
  const metrics = new LiveMetrics()
  metrics.read(() => ({ active: 1, backoff: 2, unschedulable: 3, gated: 4 }))
  metrics.attempted('berth', 'scheduled', 3)
  metrics.podBound(2, 30)
  metrics.podBound(40, 30)
  metrics.preempted('Pod', 3)
  metrics.groupAttempted('berth', 'waiting_on_preemption', 5)
  metrics.preempted('PodGroup', 300)
  const lines = metrics.write().split('\n')
  for (const line of [
    'scheduler_schedule_attempts_total{result="scheduled",profile="berth"} 1',
    'scheduler_scheduling_attempt_duration_seconds_bucket{result="scheduled",profile="berth",le="0.004"} 1',
    'scheduler_pending_pods{queue="gated"} 4',
    'scheduler_pod_scheduling_attempts_bucket{le="2"} 1',
    'scheduler_pod_scheduling_attempts_count 2',
    'scheduler_pod_scheduling_sli_duration_seconds_bucket{attempts="2",le="0.04"} 1',
    'scheduler_pod_scheduling_sli_duration_seconds_count{attempts="15+"} 1',
    'scheduler_preemption_victims_bucket{le="4"} 1',
    'scheduler_podgroup_schedule_attempts_total{result="waiting_on_preemption",profile="berth"} 1',
    'scheduler_workload_preemption_victims_bucket{le="512"} 1',
  ]) {
    expect(lines).toContain(line)
  }
})
