import type { JsonObject } from '../../snapshot/json/fields.ts'
import { milliOf, writeMilli } from './amount.ts'
import type { PodChange } from './change.ts'
import { type Draft, draftAt, draftOf, isDraft, listIn } from './draft.ts'

/** The pod as it would be with a change; the pod given stays as it is. */
export function changePod(pod: JsonObject, change: PodChange): JsonObject {
  const copy = draftOf(pod)
  const spec = draftAt(copy, 'spec')
  switch (change.op) {
    case 'lowerRequest':
      lowerRequest(spec, change)
      break
    case 'addToleration': {
      const { key, value, effect } = change
      const toleration = { key, operator: 'Equal', value, effect }
      spec['tolerations'] = [...listIn(spec['tolerations']), toleration]
      break
    }
    case 'removeNodeSelector':
      if (isDraft(spec['nodeSelector'])) delete spec['nodeSelector'][change.key]
      break
    case 'relaxNodeAffinity':
      dropRequired(spec, 'nodeAffinity', () => true)
      break
    case 'relaxPodAffinity':
      dropRequired(spec, 'podAffinity', isOver(change.topologyKey))
      break
    case 'relaxPodAntiAffinity':
      dropRequired(spec, 'podAntiAffinity', isOver(change.topologyKey))
      break
    case 'relaxSpread':
      for (const constraint of listIn(spec['topologySpreadConstraints'])) {
        if (isDraft(constraint) && constraint['topologyKey'] === change.topologyKey) {
          constraint['whenUnsatisfiable'] = 'ScheduleAnyway'
        }
      }
      break
    case 'removeHostPort':
      for (const container of listIn(spec['containers'])) removePort(container, change.port)
      break
    case 'removeSchedulingGates':
      delete spec['schedulingGates']
  }
  return copy
}

function lowerRequest(
  spec: Draft,
  { resource, container, to }: Extract<PodChange, { op: 'lowerRequest' }>,
): void {
  for (const one of listIn(spec['containers'])) {
    if (!isDraft(one) || one['name'] !== container || !isDraft(one['resources'])) continue
    const requests = isDraft(one['resources']['requests']) ? one['resources']['requests'] : {}
    one['resources']['requests'] = { ...requests, [resource]: to }
  }
}

/** What stays of a pod's total when one container asks for less; null when it cannot give up so much. */
export function lowerTotal(
  pod: JsonObject,
  resource: string,
  byMilli: number,
): Extract<PodChange, { op: 'lowerRequest' }> | null {
  const spec = isDraft(pod['spec']) ? pod['spec'] : {}
  let largest: { name: string; milli: number } | null = null
  for (const container of listIn(spec['containers'])) {
    if (!isDraft(container) || typeof container['name'] !== 'string') continue
    const milli = requestMilli(container, resource)
    if (largest === null || milli > largest.milli) largest = { name: container['name'], milli }
  }
  if (largest === null || largest.milli <= byMilli) return null
  const [from, to] = [largest.milli, largest.milli - byMilli]
  return {
    op: 'lowerRequest',
    resource,
    container: largest.name,
    from: writeMilli(resource, from),
    to: writeMilli(resource, to),
  }
}

/** What one container asks for, in thousandths; its limit stands for a request that is not given. */
export function requestMilli(container: Draft, resource: string): number {
  const resources = isDraft(container['resources']) ? container['resources'] : {}
  for (const part of [resources['requests'], resources['limits']]) {
    const amount = isDraft(part) ? part[resource] : undefined
    if (amount !== undefined) return milliOf(String(amount))
  }
  return 0
}

function dropRequired(
  spec: Draft,
  kind: 'nodeAffinity' | 'podAffinity' | 'podAntiAffinity',
  isMeant: (term: unknown) => boolean,
): void {
  const affinity = isDraft(spec['affinity']) ? spec['affinity'][kind] : undefined
  if (!isDraft(affinity)) return
  const required = affinity[REQUIRED]
  const kept = listIn(required).filter((term) => !isMeant(term))
  if (kept.length > 0) affinity[REQUIRED] = kept
  else delete affinity[REQUIRED]
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'

function isOver(topologyKey: string): (term: unknown) => boolean {
  return (term) => isDraft(term) && term['topologyKey'] === topologyKey
}

function removePort(container: unknown, port: number): void {
  if (!isDraft(container)) return
  container['ports'] = listIn(container['ports']).filter(
    (one) => !isDraft(one) || one['hostPort'] !== port,
  )
}
