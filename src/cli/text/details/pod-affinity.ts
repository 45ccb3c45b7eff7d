import type { ExistingAntiAffinityDetail } from '../../../scheduler/framework/detail.ts'
import type { PodAffinityTerm } from '../../../snapshot/pods/pod-signature.ts'
import { countOf, firstFew } from '../counts.ts'
import { byPhrase, type DetailText, type Found } from './detail-text.ts'
import { podName } from './pod-name.ts'
import { requirementsText } from './requirement.ts'

const DOMAINS_SHOWN = 4
const PODS_SHOWN = 3

/** Pods that must be there already and are not. */
export const podAffinity: DetailText<'podAffinity'> = (found) =>
  byPhrase(found, ({ term, topologyKey }) => `${podsText(term)} in its ${topologyKey}`).map(
    ({ phrase, found: same }) => `needs ${phrase}: there are none in ${domainsText(same)}`,
  )

/** Pods that it keeps away from. */
export const podAntiAffinity: DetailText<'podAntiAffinity'> = (found) =>
  byPhrase(found, ({ term, topologyKey }) => `${podsText(term)} in its ${topologyKey}`).map(
    ({ phrase, found: same }) => `refuses ${phrase}: ${occupantsText(same)}`,
  )

/** Pods that keep it away. */
export const existingAntiAffinity: DetailText<'existingAntiAffinity'> = (found) =>
  byPhrase(found, ({ topologyKey }) => topologyKey).map(
    ({ phrase: key, found: same }) => `is refused by pods in their ${key}: ${occupantsText(same)}`,
  )

interface InDomain {
  readonly topologyKey: string
  readonly domain: string | null
}

/** `pods with app=web`, with the namespaces that count. */
function podsText({ selector, namespaces, namespaceSelector }: PodAffinityTerm): string {
  const pods = selector === null ? 'no pods' : `pods with ${requirementsText(selector)}`
  if (namespaceSelector === null) return `${pods} (namespace ${namespaces.join(', ')})`
  return `${pods} (namespaces with ${requirementsText(namespaceSelector)})`
}

function domainsText(found: readonly Found<InDomain>[]): string {
  return firstFew(byPhrase(found, domainOf).map(domainText), DOMAINS_SHOWN)
}

type Occupied = Pick<ExistingAntiAffinityDetail, 'topologyKey' | 'domain' | 'conflictsWith'>

function occupantsText(found: readonly Found<Occupied>[]): string {
  const domains = byPhrase(found, domainOf).map((domain) => {
    const pods = new Set(domain.found.flatMap(({ detail }) => detail.conflictsWith.map(podName)))
    return `${domainText(domain)} has ${firstFew([...pods], PODS_SHOWN)}`
  })
  return firstFew(domains, DOMAINS_SHOWN)
}

function domainOf({ topologyKey, domain }: InDomain): string {
  return domain ?? `no ${topologyKey}`
}

/** A domain that is a single node, as with hostnames, needs no count. */
function domainText({ phrase, nodes }: { phrase: string; nodes: readonly string[] }): string {
  return nodes.length === 1 ? phrase : `${phrase} (${countOf(nodes.length, 'node')})`
}
