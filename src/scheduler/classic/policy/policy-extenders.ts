import type { Fields } from '../../../snapshot/json/fields.ts'
import { isExtendedResource } from '../../../snapshot/resources/resource-names.ts'
import { qualifiedNameProblems } from '../../../snapshot/selectors/qualified-name.ts'
import {
  EXTENDER_VERBS,
  type Extender,
  type ExtenderTransport,
  type ExtenderVerb,
} from '../../framework/extender.ts'
import { EXTENDER_TIMEOUT_MS, transportOf } from '../../framework/extender-transport.ts'

/** Reads and validates `extenders` (pkg/scheduler/api/validation). */
export function readPolicyExtenders(policy: Fields): Extender[] {
  const managed = new Set<string>()
  const extenders = policy.objects('extenders').map((fields) => readExtender(fields, managed))
  const binders = extenders.filter(({ verbs }) => verbs.has('bind')).length
  if (binders > 1) {
    const message = `Only one extender can implement bind, found ${binders}`
    policy.context.issues.add(policy.path.at('extenders'), 'invalid-config', message)
  }
  return extenders
}

function readExtender(fields: Fields, managed: Set<string>): Extender {
  const urlPrefix = fields.string('urlPrefix') ?? ''
  const verbs = readVerbs(fields)
  const weight = fields.integer('weight') ?? 0
  if (verbs.has('prioritize') && weight <= 0) {
    const message = `Priority for extender ${urlPrefix} should have a positive weight applied to it`
    fields.context.issues.add(fields.path.at('weight'), 'invalid-config', message)
  }
  const resources = fields.objects('managedResources').map((resource) => {
    const name = resource.string('name') ?? ''
    for (const problem of nameProblems(name, managed)) {
      resource.context.issues.add(resource.path.at('name'), 'invalid-config', problem)
    }
    managed.add(name)
    return { name, isIgnored: resource.boolean('ignoredByScheduler') }
  })
  return {
    urlPrefix,
    verbs,
    weight,
    nodeCacheCapable: fields.boolean('nodeCacheCapable'),
    ignorable: fields.boolean('ignorable'),
    managedResources: resources.map(({ name }) => name),
    ignoredResources: resources.flatMap(({ name, isIgnored }) => (isIgnored ? [name] : [])),
    transport: readTransport(fields),
  }
}

/** BindVerb was written with a capital, and extenders are read without regard to case. */
function readVerbs(fields: Fields): Map<ExtenderVerb, string> {
  const verbs = new Map<ExtenderVerb, string>()
  for (const verb of EXTENDER_VERBS) {
    const capital = `${verb.charAt(0).toUpperCase()}${verb.slice(1)}Verb`
    const path = fields.string(`${verb}Verb`) ?? fields.string(capital) ?? ''
    if (path !== '') verbs.set(verb, path)
  }
  return verbs
}

/** Durations were numbers of nanoseconds. */
function readTransport(fields: Fields): ExtenderTransport {
  const timeoutNs = fields.integer('httpTimeout') ?? 0
  const timeoutMs = timeoutNs > 0 ? timeoutNs / 1e6 : EXTENDER_TIMEOUT_MS
  const tls = fields.object('tlsConfig')
  return transportOf(tls, { timeoutMs, enableHttps: fields.boolean('enableHttps') })
}

function nameProblems(name: string, managed: ReadonlySet<string>): string[] {
  const problems = qualifiedNameProblems(name)
  if (problems.length === 0 && !isExtendedResource(name)) {
    problems.push(`${name} is an invalid extended resource name`)
  }
  if (managed.has(name)) problems.push(`Duplicate extender managed resource name ${name}`)
  return problems
}
