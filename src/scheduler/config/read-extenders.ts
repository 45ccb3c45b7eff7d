import { invalidValue } from '../../snapshot/json/field-error.ts'
import { isExtendedResource } from '../../snapshot/resources/resource-names.ts'
import { qualifiedNameProblems } from '../../snapshot/selectors/qualified-name.ts'
import { EXTENDER_VERBS, type Extender } from '../framework/extender.ts'
import type { StrictFields } from './strict-fields.ts'

const TLS_TEXTS = ['serverName', 'certFile', 'keyFile', 'caFile', 'certData', 'keyData', 'caData']

/** Reads and validates `extenders` (validateExtenders). */
export function readExtenders(configuration: StrictFields): Extender[] {
  const managed = new Set<string>()
  const extenders = configuration
    .objects('extenders')
    .map((fields) => readExtender(fields, managed))
  const binders = extenders.filter(({ verbs }) => verbs.includes('bind')).length
  if (binders > 1) {
    const found = `found ${binders} extenders implementing bind`
    const message = invalidValue(found, 'only one extender can implement bind')
    configuration.addIssue(configuration.path.at('extenders'), message)
  }
  return extenders
}

function readExtender(fields: StrictFields, managed: Set<string>): Extender {
  const urlPrefix = fields.string('urlPrefix') ?? ''
  const verbs = EXTENDER_VERBS.filter((verb) => (fields.string(`${verb}Verb`) ?? '') !== '')
  const weight = fields.int64('weight') ?? 0
  if (verbs.includes('prioritize') && weight <= 0) {
    const message = invalidValue(weight, 'must have a positive weight applied to it')
    fields.addIssue(fields.path.at('weight'), message)
  }
  const ignoredResources = readManagedResources(fields, managed)
  readTransport(fields)
  fields.end()
  return { urlPrefix, verbs, ignoredResources }
}

function readManagedResources(extender: StrictFields, managed: Set<string>): string[] {
  return extender.objects('managedResources').flatMap((fields) => {
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
    return isIgnored ? [name] : []
  })
}

function extendedResourceProblems(name: string): string[] {
  const problems = qualifiedNameProblems(name)
  if (problems.length > 0) return problems
  return isExtendedResource(name) ? [] : ['is an invalid extended resource name']
}

/** How the extender would be reached: read to be checked for its types. */
function readTransport(fields: StrictFields): void {
  fields.boolean('enableHTTPS')
  fields.duration('httpTimeout')
  fields.boolean('nodeCacheCapable')
  fields.boolean('ignorable')
  const tls = fields.object('tlsConfig')
  tls?.boolean('insecure')
  for (const key of TLS_TEXTS) tls?.string(key)
  tls?.end()
}
