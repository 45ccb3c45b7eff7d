import { invalidValue } from '../../snapshot/json/field-error.ts'
import { isExtendedResource } from '../../snapshot/resources/resource-names.ts'
import { qualifiedNameProblems } from '../../snapshot/selectors/qualified-name.ts'
import {
  EXTENDER_VERBS,
  type Extender,
  type ExtenderTransport,
  type ExtenderVerb,
} from '../framework/extender.ts'
import { EXTENDER_TIMEOUT_MS, transportOf } from '../framework/extender-transport.ts'
import type { StrictFields } from './strict-fields.ts'

/** Reads and validates `extenders` (validateExtenders). */
export function readExtenders(configuration: StrictFields): Extender[] {
  const managed = new Set<string>()
  const extenders = configuration
    .objects('extenders')
    .map((fields) => readExtender(fields, managed))
  const binders = extenders.filter(({ verbs }) => verbs.has('bind')).length
  if (binders > 1) {
    const found = `found ${binders} extenders implementing bind`
    const message = invalidValue(found, 'only one extender can implement bind')
    configuration.addIssue(configuration.path.at('extenders'), message)
  }
  return extenders
}

function readExtender(fields: StrictFields, managed: Set<string>): Extender {
  const urlPrefix = fields.string('urlPrefix') ?? ''
  const verbs = new Map<ExtenderVerb, string>()
  for (const verb of EXTENDER_VERBS) {
    const path = fields.string(`${verb}Verb`) ?? ''
    if (path !== '') verbs.set(verb, path)
  }
  const weight = fields.int64('weight') ?? 0
  if (verbs.has('prioritize') && weight <= 0) {
    const message = invalidValue(weight, 'must have a positive weight applied to it')
    fields.addIssue(fields.path.at('weight'), message)
  }
  const resources = readManagedResources(fields, managed)
  const extender = {
    urlPrefix,
    verbs,
    weight,
    nodeCacheCapable: fields.boolean('nodeCacheCapable'),
    ignorable: fields.boolean('ignorable'),
    managedResources: resources.map(({ name }) => name),
    ignoredResources: resources.flatMap(({ name, isIgnored }) => (isIgnored ? [name] : [])),
    transport: readTransport(fields),
  }
  fields.end()
  return extender
}

function readManagedResources(extender: StrictFields, managed: Set<string>) {
  return extender.objects('managedResources').map((fields) => {
    const name = fields.string('name') ?? ''
    const isIgnored = fields.boolean('ignoredByScheduler')
    fields.end()
    const path = fields.path.at('name')
    for (const problem of extendedResourceProblems(name)) {
      fields.addIssue(path, invalidValue(name, problem))
    }
    if (managed.has(name)) {
      fields.addIssue(path, invalidValue(name, 'duplicate extender managed resource name'))
    }
    managed.add(name)
    return { name, isIgnored }
  })
}

function extendedResourceProblems(name: string): string[] {
  const problems = qualifiedNameProblems(name)
  if (problems.length > 0) return problems
  return isExtendedResource(name) ? [] : ['is an invalid extended resource name']
}

function readTransport(fields: StrictFields): ExtenderTransport {
  const timeoutNs = fields.duration('httpTimeout')?.ns ?? 0
  const tls = fields.object('tlsConfig')
  const enableHttps = fields.boolean('enableHTTPS')
  const timeoutMs = timeoutNs === 0 ? EXTENDER_TIMEOUT_MS : timeoutNs / 1e6
  const transport = transportOf(tls, { timeoutMs, enableHttps })
  tls?.end()
  return transport
}
