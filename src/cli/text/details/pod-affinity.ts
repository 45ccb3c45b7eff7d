import * as z from 'zod'
import { countOf, firstFew } from '../counts.ts'
import { byPhrase, type DetailText, detailText, type Found } from './detail-text.ts'
import { PodName } from './pod-name.ts'
import { Requirement, requirementsText } from './requirement.ts'

const Term = z.object({
  selector: z.array(Requirement).nullable(),
  namespaces: z.array(z.string()),
  namespaceSelector: z.array(Requirement).nullable(),
})

const InDomain = z.object({ topologyKey: z.string(), domain: z.string().nullable() })

const Missing = InDomain.extend({ term: Term, matchingPods: z.number() })

/** Pods that must be there already and are not. */
export const missingNeighbour: DetailText = detailText(Missing, (found) =>
  byPhrase(found, ({ term, topologyKey }) => `${podsText(term)} in its ${topologyKey}`).map(
    ({ phrase, found: same }) => `needs ${phrase}: there are none in ${domainsText(same)}`,
  ),
)

const Unwanted = InDomain.extend({ term: Term, conflictsWith: z.array(PodName) })

/** Pods that it keeps away from. */
export const unwantedNeighbour: DetailText = detailText(Unwanted, (found) =>
  byPhrase(found, ({ term, topologyKey }) => `${podsText(term)} in its ${topologyKey}`).map(
    ({ phrase, found: same }) => `refuses ${phrase}: ${occupantsText(same)}`,
  ),
)

const KeptAway = InDomain.extend({ conflictsWith: z.array(PodName) })

/** Pods that keep it away. */
export const unwelcoming: DetailText = detailText(KeptAway, (found) =>
  byPhrase(found, ({ topologyKey }) => topologyKey).map(
    ({ phrase: key, found: same }) => `is refused by pods in their ${key}: ${occupantsText(same)}`,
  ),
)

const DOMAINS_SHOWN = 4
const PODS_SHOWN = 3

/** `pods with app=web`, with the namespaces that count. */
function podsText({ selector, namespaces, namespaceSelector }: z.output<typeof Term>): string {
  const pods = selector === null ? 'no pods' : `pods with ${requirementsText(selector)}`
  if (namespaceSelector === null) return `${pods} (namespace ${namespaces.join(', ')})`
  return `${pods} (namespaces with ${requirementsText(namespaceSelector)})`
}

function domainsText(found: readonly Found<z.output<typeof InDomain>>[]): string {
  return firstFew(byPhrase(found, domainOf).map(domainText), DOMAINS_SHOWN)
}

function occupantsText(found: readonly Found<z.output<typeof KeptAway>>[]): string {
  const domains = byPhrase(found, domainOf).map((domain) => {
    const pods = new Set(domain.found.flatMap(({ detail }) => detail.conflictsWith))
    return `${domainText(domain)} has ${firstFew([...pods], PODS_SHOWN)}`
  })
  return firstFew(domains, DOMAINS_SHOWN)
}

function domainOf({ topologyKey, domain }: z.output<typeof InDomain>): string {
  return domain ?? `no ${topologyKey}`
}

/** A domain that is a single node, as with hostnames, needs no count. */
function domainText({ phrase, nodes }: { phrase: string; nodes: readonly string[] }): string {
  return nodes.length === 1 ? phrase : `${phrase} (${countOf(nodes.length, 'node')})`
}
