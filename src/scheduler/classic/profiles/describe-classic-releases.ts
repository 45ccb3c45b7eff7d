import type { PluginDescription, ProfileDescription } from '../../profiles/profile-description.ts'
import { PREDICATES, type PredicateDefinition } from '../predicate-definitions.ts'
import { PRIORITIES, type PriorityDefinition } from '../priority-definitions.ts'
import { CLASSIC_RELEASES, type ClassicRelease } from './releases.ts'

/** Every classic release with all predicates and priorities, also those that it refuses or never runs. */
export function describeClassicReleases(): readonly ProfileDescription[] {
  return CLASSIC_RELEASES.map((release) => ({
    name: release.name,
    version: release.version,
    default: false,
    config: 'Policy (v1)',
    differences: differencesOf(release),
    plugins: [
      ...PREDICATES.map((one) => describePredicate(one, release)),
      ...PRIORITIES.map((one) => describePriority(one, release)),
    ],
  }))
}

function describePredicate(one: PredicateDefinition, release: ClassicRelease): PluginDescription {
  const { name, alsoCalled, defaultIn, summary } = one
  return {
    name,
    ...(alsoCalled.length === 0 ? {} : { aliases: alsoCalled }),
    default: defaultIn.includes(release.name),
    weight: null,
    points: ['predicate'],
    description: `${summary}${standingOf(one, release)}`,
  }
}

function standingOf(one: PredicateDefinition, release: ClassicRelease): string {
  const { name, version } = release
  if (one.mandatoryIn.includes(name)) return ' No policy can switch it off.'
  if (one.make === null) return ' A policy gives it its argument.'
  if (!one.registeredIn.includes(name)) return refusedBy(version)
  return one.orderedIn.includes(name) ? '' : ' Run only with options.fixes.'
}

function refusedBy(version: string): string {
  return ` ${version} refuses a policy that names it, unless options.fixes is set.`
}

function describePriority(one: PriorityDefinition, release: ClassicRelease): PluginDescription {
  const { name, make, weight, alsoCalled, defaultIn, registeredIn, summary } = one
  const isRefused = make !== null && !registeredIn.includes(release.name)
  const standing = make === null ? ' A policy gives it its weight and argument.' : ''
  return {
    name,
    ...(alsoCalled.length === 0 ? {} : { aliases: alsoCalled }),
    default: defaultIn.includes(release.name),
    weight: weight ?? 1,
    points: ['priority'],
    description: `${summary}${isRefused ? refusedBy(release.version) : standing}`,
  }
}

function differencesOf(release: ClassicRelease): string[] {
  const { rules } = release
  const affinities = {
    'per-term': 'Each term of a pod affinity may be met by another pod',
    'one-pod': 'One pod has to meet all terms of a pod affinity, on one node of the topologies',
    'per-topology': 'Pods have to meet all terms of a pod affinity, in each topology some pod',
  }
  const antiAffinities = {
    'any-term': 'A pod is kept apart from pods that match any of its anti-affinity terms',
    'all-terms': 'A pod is kept apart only from pods that match all of its anti-affinity terms',
  }
  const images = {
    exact: 'ImageLocalityPriority compares image names as they are written',
    tagged: 'ImageLocalityPriority adds the tag latest to names without one',
    spread: 'ImageLocalityPriority is a default, and counts sizes less the fewer nodes have them',
  }
  const isByName = rules.selection === 'turn-by-name'
  return [
    release.preempts
      ? 'Pods that fit nowhere preempt others'
      : 'No preemption: the gate PodPriority is off, and nominated nodes count for nothing',
    `Of equal nodes each is chosen in turn, ${isByName ? 'by descending name' : 'in the order of the search'}`,
    release.limitsByNode
      ? "Nodes' conditions count as taints, and their attachable-volumes-* as limits"
      : "Nodes' conditions are looked at, their attachable-volumes-* are not",
    release.nodeSelectorTerms === 'whole'
      ? 'matchFields of node affinity count, and a malformed term matches nothing'
      : 'matchFields of node affinity are not seen, and a malformed term ends the look at further ones',
    affinities[release.affinity],
    antiAffinities[release.antiAffinity],
    images[release.imageLocality],
    release.provisionsVolumes
      ? 'A volume for a claim that waits may be made on the node'
      : 'A claim that waits for a node needs a volume that is there',
  ]
}
