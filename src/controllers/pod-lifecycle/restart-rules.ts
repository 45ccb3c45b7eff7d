import type { LifecycleContainer, RestartPolicy, RestartRule } from './lifecycle-pod.ts'

const RESTART_ALL = 'RestartAllContainers'

/** The first rule that an exit code matches (FindMatchingContainerRestartRule). */
function matchingRule(
  { restartRules }: LifecycleContainer,
  exitCode: number,
): RestartRule | undefined {
  return restartRules.find(({ operator, values }) => {
    if (operator === 'In') return values.includes(exitCode)
    return operator === 'NotIn' && !values.includes(exitCode)
  })
}

/** Whether an exit makes the whole pod start anew in place. Rules need a policy beside them. */
export function restartsAll(container: LifecycleContainer, exitCode: number): boolean {
  if (container.restartPolicy === null) return false
  return matchingRule(container, exitCode)?.action === RESTART_ALL
}

/** ContainerShouldRestart: the container's rules, then its own policy, then the pod's. */
export function shouldRestart(
  container: LifecycleContainer,
  podPolicy: RestartPolicy,
  exitCode: number,
): boolean {
  if (container.restartPolicy !== null) {
    const action = matchingRule(container, exitCode)?.action
    if (action === 'Restart' || action === RESTART_ALL) return true
  }
  switch (container.restartPolicy ?? podPolicy) {
    case 'Always':
      return true
    case 'OnFailure':
      return exitCode !== 0
    case 'Never':
      return false
  }
}
