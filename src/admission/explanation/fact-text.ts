import type { Fact, FieldFact, LimitFact } from '../refusal.ts'

/** A fact in a sentence: what is wrong, with its numbers and places, and what would help. */
export function factText(fact: Fact): string {
  switch (fact.kind) {
    case 'syntax':
      return `the body stops being JSON at line ${fact.line}, column ${fact.column}, near ${JSON.stringify(fact.near)}`
    case 'type':
      return `${fact.path || 'the body'} has a value of the wrong type; the server names the first only`
    case 'unknownField':
      return unknownFieldText(fact.path, fact.didYouMean)
    case 'duplicateField':
      return `${fact.path} is there more than once; without strict validation the last one would count`
    case 'otherKind':
      return `the body says that it is ${fact.podKind || 'nothing'} of ${fact.apiVersion || 'no version'}; a pod is Pod of v1`
    case 'field':
      return fieldText(fact)
    case 'limit':
      return limitText(fact)
    case 'podSecurity':
      return `${fact.fields.join(', ')}: ${fact.remedy} (check ${fact.check} of ${fact.level}, ${fact.version})`
    case 'quota':
    case 'quotaUnset':
    case 'quotaStatus':
      return quotaText(fact)
    case 'conflict':
      return `pod ${fact.namespace}/${fact.name} is there already${fact.isTerminating ? ', though about to go: try again when it is gone' : ''}`
    case 'request':
      return requestText(fact.what)
    default:
      return objectText(fact)
  }
}

type ObjectFact = Extract<
  Fact,
  {
    kind: 'namespace' | 'absent' | 'priority' | 'overhead' | 'nodeSelector' | 'secret' | 'mirrorPod'
  }
>

/** Facts about objects that plugins ask for. */
function objectText(fact: ObjectFact): string {
  switch (fact.kind) {
    case 'namespace':
      return namespaceText(fact)
    case 'absent':
      return `there is no ${fact.of} ${fact.name}; ${listed(fact.known)}`
    case 'priority': {
      const source = fact.priorityClass === '' ? 'no PriorityClass' : `class ${fact.priorityClass}`
      return `spec.${fact.field} is ${fact.given}, and ${source} makes it ${fact.computed}: leave it out`
    }
    case 'overhead': {
      const ofClass =
        fact.classOverhead === null ? 'has none' : `has ${written(fact.classOverhead)}`
      const ofPod = written(fact.podOverhead)
      return `the pod has overhead ${ofPod} and RuntimeClass ${fact.runtimeClass || '(none)'} ${ofClass}: leave it out of the pod`
    }
    case 'nodeSelector':
      return `RuntimeClass ${fact.runtimeClass} runs where ${fact.key} is ${fact.classValue}; the pod wants ${fact.podValue}`
    case 'secret':
      return `service account ${fact.serviceAccount} allows ${fact.allowed.join(', ') || 'no secret'}, not ${fact.secret}`
    case 'mirrorPod':
      return `${fact.what}: the kubelet runs such a pod from a file and shows it to the API only`
  }
}

function unknownFieldText(path: string, didYouMean: readonly string[]): string {
  const advice = didYouMean.length === 0 ? '' : `; did you mean ${didYouMean.join(' or ')}?`
  return `the API has no field ${path}${advice}`
}

function namespaceText({ namespace, state, known }: ObjectFact & { kind: 'namespace' }): string {
  if (state === 'terminating') return `namespace ${namespace} is being deleted, with all in it`
  if (state === 'other') return `metadata.namespace is ${namespace}; the request is made in another`
  return `there is no namespace ${namespace}; ${listed(known)}`
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'there are none' : `there are ${names.join(', ')}`
}

function fieldText({ field, rule, changedBy }: FieldFact): string {
  const changes = changedBy.map(({ by, path, reason }) => `${by} changed ${path} (${reason})`)
  const who = changes.length === 0 ? 'as it was sent' : changes.join('; ')
  return `${field} (${rule}): ${who}`
}

function limitText(fact: LimitFact): string {
  const { limitRange, type, container, resource, bound, limit, request, ownLimit } = fact
  const whose = type === 'Pod' ? 'the pod as a whole' : `container ${container}`
  const has = `requests ${request ?? 'nothing'} and is limited to ${ownLimit ?? 'nothing'}`
  return `LimitRange ${limitRange} sets ${bound} of ${resource} to ${limit}; ${whose} ${has}`
}

type QuotaFact = Extract<Fact, { kind: 'quota' | 'quotaUnset' | 'quotaStatus' }>

function quotaText(fact: QuotaFact): string {
  switch (fact.kind) {
    case 'quota': {
      const { quota, resource, requested, used, hard, over } = fact
      const sum = `${hard} in all, ${used} used, ${requested} asked for`
      return `quota ${quota}, ${resource}: ${sum}, which is ${over} too much`
    }
    case 'quotaUnset': {
      const { quota, resource, containers } = fact
      return `quota ${quota} counts ${resource}, so every container must set it: ${containers.join(', ')}`
    }
    case 'quotaStatus':
      return `quota ${fact.quota} has never been counted for ${fact.resources.join(', ')}; its controller does that`
  }
}

function requestText(what: string): string {
  switch (what) {
    case 'body':
      return 'the server reads no more than 3 MiB'
    case 'resourceVersion':
      return 'metadata.resourceVersion is of objects that are stored already: leave it out'
    default:
      return `the query parameter ${what} has a value that the server does not know`
  }
}

function written(list: Readonly<Record<string, string>>): string {
  const parts = Object.entries(list).map(([name, quantity]) => `${name}=${quantity}`)
  return parts.join(', ') || '{}'
}
