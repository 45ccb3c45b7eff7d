import type { Container, Struct } from '../../types/types.ts'
import { fieldOf, placedContainers } from '../../types/visit-containers.ts'
import type { Check, CheckPod } from '../check.ts'
import { containersNamed, plural, quoted, sortedOnce } from '../words.ts'

type Action = Pick<Struct<'LifecycleHandler'>, 'httpGet' | 'tcpSocket'>

const check: CheckPod = ({ spec }) => {
  const bad = placedContainers(spec).flatMap((placed) =>
    hostsOf(placed.container).map(({ field, host }) => ({
      name: placed.container.name,
      field: `${fieldOf(placed)}.${field}`,
      host,
    })),
  )
  if (bad.length === 0) return null
  const names = sortedOnce(bad.map(({ name }) => name))
  const hosts = sortedOnce(bad.map(({ host }) => host))
  const what = plural('probe or lifecycle host', 'probe or lifecycle hosts', hosts.length)
  const use = plural('uses', 'use', names.length)
  return {
    reason: 'probe or lifecycle host',
    detail: `${containersNamed(names)} ${use} ${what} ${quoted(hosts)}`,
    fields: bad.map(({ field }) => field),
    remedy: 'leave it out: the kubelet then asks the pod itself',
  }
}

function hostsOf(container: Container): { field: string; host: string }[] {
  const { livenessProbe, readinessProbe, startupProbe, lifecycle } = container
  const actions: [string, Action | undefined][] = [
    ['livenessProbe', livenessProbe],
    ['readinessProbe', readinessProbe],
    ['startupProbe', startupProbe],
    ['lifecycle.postStart', lifecycle?.postStart],
    ['lifecycle.preStop', lifecycle?.preStop],
  ]
  return actions.flatMap(([field, action]) =>
    (['httpGet', 'tcpSocket'] as const).flatMap((way) => {
      const host = action?.[way]?.host ?? ''
      return host === '' ? [] : [{ field: `${field}.${way}.host`, host }]
    }),
  )
}

export const HOST_PROBES_AND_LIFECYCLE: Check = {
  id: 'hostProbesAndHostLifecycle',
  level: 'baseline',
  versions: [{ since: 34, check }],
}
