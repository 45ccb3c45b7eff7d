import type { Fields } from '../../../snapshot/json/fields.ts'
import { isExtendedResource } from '../../../snapshot/resources/resource-names.ts'
import { qualifiedNameProblems } from '../../../snapshot/selectors/qualified-name.ts'
import { EXTENDER_VERBS, type Extender } from '../../framework/extender.ts'

/** Reads and validates `extenders` (pkg/scheduler/api/validation). */
export function readPolicyExtenders(policy: Fields): Extender[] {
  const managed = new Set<string>()
  const extenders = policy.objects('extenders').map((fields) => readExtender(fields, managed))
  const binders = extenders.filter(({ verbs }) => verbs.includes('bind')).length
  if (binders > 1) {
    const message = `Only one extender can implement bind, found ${binders}`
    policy.context.issues.add(policy.path.at('extenders'), 'invalid-config', message)
  }
  return extenders
}

function readExtender(fields: Fields, managed: Set<string>): Extender {
  const urlPrefix = fields.string('urlPrefix') ?? ''
  const verbs = EXTENDER_VERBS.filter((verb) => hasVerb(fields, verb))
  if (verbs.includes('prioritize') && (fields.integer('weight') ?? 0) <= 0) {
    const message = `Priority for extender ${urlPrefix} should have a positive weight applied to it`
    fields.context.issues.add(fields.path.at('weight'), 'invalid-config', message)
  }
  const ignoredResources = fields.objects('managedResources').flatMap((resource) => {
    const name = resource.string('name') ?? ''
    for (const problem of nameProblems(name, managed)) {
      resource.context.issues.add(resource.path.at('name'), 'invalid-config', problem)
    }
    managed.add(name)
    return resource.boolean('ignoredByScheduler') ? [name] : []
  })
  return { urlPrefix, verbs, ignoredResources }
}

/** BindVerb was written with a capital, and extenders are read without regard to case. */
function hasVerb(fields: Fields, verb: string): boolean {
  const capital = `${verb.charAt(0).toUpperCase()}${verb.slice(1)}Verb`
  return (fields.string(`${verb}Verb`) ?? fields.string(capital) ?? '') !== ''
}

function nameProblems(name: string, managed: ReadonlySet<string>): string[] {
  const problems = qualifiedNameProblems(name)
  if (problems.length === 0 && !isExtendedResource(name)) {
    problems.push(`${name} is an invalid extended resource name`)
  }
  if (managed.has(name)) problems.push(`Duplicate extender managed resource name ${name}`)
  return problems
}
