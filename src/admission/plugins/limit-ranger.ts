import { pointerStep } from '../../snapshot/json/json-pointer.ts'
import type { Arrival } from '../arrival.ts'
import type { Reasons } from '../changes/journal.ts'
import type { LimitRange } from '../cluster/admission-cluster.ts'
import { compareStrings } from '../go/utf8.ts'
import type { Container, ResourceList } from '../types/types.ts'

const ANNOTATION = 'kubernetes.io/limit-ranger'

/** LimitRanger.Admit: one LimitRange after another fills in what containers leave open. */
export function fillInLimits({ cluster, pod, reasons }: Arrival): void {
  for (const limitRange of cluster.limitRanges) {
    const defaults = defaultsOf(limitRange)
    const filled: string[] = []
    const fill = (container: Container, list: string, index: number, what: string): void => {
      const pointer = `/spec/${list}/${index}/resources`
      filled.push(...fillContainer({ container, pointer, what }, defaults, reasons))
    }
    for (const [index, container] of (pod.spec.containers ?? []).entries()) {
      fill(container, 'containers', index, 'container')
    }
    for (const [index, container] of (pod.spec.initContainers ?? []).entries()) {
      fill(container, 'initContainers', index, 'init container')
    }
    if (filled.length === 0) continue
    pod.metadata.annotations ??= new Map()
    pod.metadata.annotations.set(ANNOTATION, `LimitRanger plugin set: ${filled.join('; ')}`)
    const reason = `what LimitRange ${limitRange.name} filled in; another one overwrites it`
    reasons.tell(`/metadata/annotations${pointerStep(ANNOTATION)}`, reason)
  }
}

interface Defaults {
  readonly limitRange: string
  readonly limits: ResourceList
  readonly requests: ResourceList
}

/** defaultContainerResourceRequirements: later items win. */
function defaultsOf({ name, items }: LimitRange): Defaults {
  const ofContainers = items.filter(({ type }) => type === 'Container')
  return {
    limitRange: name,
    limits: new Map(ofContainers.flatMap((item) => [...item.default])),
    requests: new Map(ofContainers.flatMap((item) => [...item.defaultRequest])),
  }
}

interface Filled {
  readonly container: Container
  readonly pointer: string
  readonly what: string
}

function fillContainer(
  { container, pointer, what }: Filled,
  { limitRange, limits, requests }: Defaults,
  reasons: Reasons,
): string[] {
  const { resources } = container
  const fill = (of: 'limits' | 'requests', defaults: ResourceList): string[] => {
    resources[of] ??= new Map()
    const list = resources[of]
    const absent = [...defaults].filter(([name]) => !list.has(name))
    for (const [name, quantity] of absent) {
      list.set(name, quantity)
      const from = of === 'limits' ? 'default' : 'defaultRequest'
      const reason = `LimitRange ${limitRange} gives this where a container says nothing (${from})`
      reasons.tell(`${pointer}/${of}${pointerStep(name)}`, reason)
    }
    const noun = of === 'limits' ? 'limit' : 'request'
    const names = absent.map(([name]) => name).sort(compareStrings)
    return names.length === 0 ? [] : [`${names.join(', ')} ${noun} for ${what} ${container.name}`]
  }
  const setLimits = fill('limits', limits)
  return [...fill('requests', requests), ...setLimits]
}
