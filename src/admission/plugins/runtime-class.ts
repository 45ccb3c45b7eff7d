import { pointerStep } from '../../snapshot/json/json-pointer.ts'
import { type Arrival, refuse } from '../arrival.ts'
import type { RuntimeClass } from '../cluster/admission-cluster.ts'
import { knownNames } from '../cluster/known-names.ts'
import { goQuote } from '../go/quote.ts'
import { compareStrings } from '../go/utf8.ts'
import type { Quantities, Refusal } from '../refusal.ts'
import { internalError } from '../status/status.ts'
import type { ResourceList } from '../types/types.ts'
import { pathSegment } from '../validation/metadata/names.ts'
import { mergeTolerations } from './merge-tolerations.ts'

const BY = 'RuntimeClass'

/** RuntimeClass.Admit: what the pod's runtime costs, and where it is to be found. */
export function applyRuntimeClass(arrival: Arrival): Refusal | null {
  const name = arrival.pod.spec.runtimeClassName
  if (name === undefined) return null
  const found = arrival.cluster.runtimeClasses.get(name)
  if (found === undefined) return absent(arrival, name)
  return setOverhead(arrival, found) ?? setScheduling(arrival, found)
}

/** RuntimeClass.Validate: an overhead comes from a class, never from the pod alone. */
export function checkOverhead(arrival: Arrival): Refusal | null {
  const { overhead, runtimeClassName = '' } = arrival.pod.spec
  const found = arrival.cluster.runtimeClasses.get(runtimeClassName)
  if (overhead === undefined || found?.overhead !== undefined) return null
  const cause = 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead'
  return refuse(arrival, BY, cause, [
    {
      kind: 'overhead',
      runtimeClass: runtimeClassName,
      podOverhead: written(overhead),
      classOverhead: null,
    },
  ])
}

function absent(arrival: Arrival, name: string): Refusal {
  const known = knownNames(arrival.cluster.runtimeClasses.keys())
  const fact = { kind: 'absent', of: 'RuntimeClass', name, known } as const
  const complaints = pathSegment(name)
  if (name === '' || complaints.length > 0) {
    const why = `invalid resource name ${goQuote(name)}: [${complaints.join(' ')}]`
    const status = internalError(name === '' ? 'resource name may not be empty' : why)
    return { by: BY, status, facts: [fact] }
  }
  return refuse(arrival, BY, `pod rejected: RuntimeClass ${goQuote(name)} not found`, [fact])
}

function setOverhead(arrival: Arrival, { name, overhead }: RuntimeClass): Refusal | null {
  if (overhead === undefined) return null
  const { pod, reasons } = arrival
  const own = pod.spec.overhead ?? new Map()
  if (own.size > 0 && !isSame(own, overhead)) {
    const cause = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead"
    const [podOverhead, classOverhead] = [written(own), written(overhead)]
    const fact = { kind: 'overhead', runtimeClass: name, podOverhead, classOverhead } as const
    return refuse(arrival, BY, cause, [fact])
  }
  pod.spec.overhead = new Map(overhead)
  reasons.tell('/spec/overhead', `what RuntimeClass ${name} costs beside the containers`)
  return null
}

function setScheduling(arrival: Arrival, { name, scheduling }: RuntimeClass): Refusal | null {
  if (scheduling === undefined) return null
  const { spec } = arrival.pod
  const { reasons } = arrival
  const selector = new Map(spec.nodeSelector)
  for (const key of [...(scheduling.nodeSelector?.keys() ?? [])].sort(compareStrings)) {
    const classValue = scheduling.nodeSelector?.get(key) ?? ''
    const podValue = selector.get(key)
    if (podValue !== undefined && podValue !== classValue) {
      const inClass = `runtimeClass.scheduling.nodeSelector[${key}] = ${classValue}`
      const cause = `conflict: ${inClass}; pod.spec.nodeSelector[${key}] = ${podValue}`
      const fact = { kind: 'nodeSelector', runtimeClass: name, key, podValue, classValue } as const
      return refuse(arrival, BY, cause, [fact])
    }
    selector.set(key, classValue)
    reasons.tell(`/spec/nodeSelector${pointerStep(key)}`, `where RuntimeClass ${name} can run`)
  }
  if (selector.size > 0) spec.nodeSelector = selector
  spec.tolerations = mergeTolerations(spec.tolerations ?? [], scheduling.tolerations)
  const reason = `the tolerations of RuntimeClass ${name} are added, and what another covers is dropped`
  reasons.tell('/spec/tolerations', reason)
  return null
}

/** By value, so that 0.25 is 250m. */
function isSame(a: ResourceList, b: ResourceList): boolean {
  return a.size === b.size && [...a].every(([name, one]) => b.get(name)?.compare(one) === 0)
}

function written(list: ResourceList): Quantities {
  return Object.fromEntries([...list].map(([name, quantity]) => [name, quantity.toString()]))
}
