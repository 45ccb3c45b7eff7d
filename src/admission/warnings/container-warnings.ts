import { goQuote } from '../go/quote.ts'
import type { Container, ObjectMeta, PodSpec } from '../types/types.ts'
import { fieldOf, placedContainers } from '../types/visit-containers.ts'
import { warnOfFraction } from './fraction-warnings.ts'
import type { Warnings } from './warnings.ts'

const SECCOMP_OF_POD = 'seccomp.security.alpha.kubernetes.io/pod'
const SECCOMP_OF_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/'
const SECCOMP_RULE = 'non-functional in v1.27+; use the "seccompProfile" field instead'

/** Seccomp annotations, fractions of bytes and variables that hide each other. */
export function warnOfContainers(spec: PodSpec, metadata: ObjectMeta, warnings: Warnings): void {
  const hasAnnotation = (key: string) => metadata.annotations?.has(key) === true
  if (spec.securityContext?.seccompProfile === undefined && hasAnnotation(SECCOMP_OF_POD)) {
    warnings.add(`metadata.annotations[${SECCOMP_OF_POD}]: ${SECCOMP_RULE}`)
  }
  for (const placed of placedContainers(spec)) {
    const { container } = placed
    const key = `${SECCOMP_OF_CONTAINER}${container.name}`
    if (container.securityContext?.seccompProfile === undefined && hasAnnotation(key)) {
      warnings.add(`metadata.annotations[${key}]: ${SECCOMP_RULE}`)
    }
    const path = fieldOf(placed)
    for (const resource of ['memory', 'ephemeral-storage']) {
      const { limits, requests } = container.resources
      warnOfFraction(limits, resource, `${path}.resources.limits`, warnings)
      warnOfFraction(requests, resource, `${path}.resources.requests`, warnings)
    }
    warnOfVariables(container, path, warnings)
  }
}

function warnOfVariables({ env }: Container, path: string, warnings: Warnings): void {
  const seen = new Set<string>()
  for (const [index, { name, value, valueFrom }] of (env ?? []).entries()) {
    if (seen.has(name)) {
      const reference = `$(${name})`
      const buildsOn = value.includes(reference) && value !== reference
      if (valueFrom === undefined && buildsOn) continue
      const effect = `hides previous definition of ${goQuote(name)}`
      warnings.add(`${path}.env[${index}]: ${effect}, which may be dropped when using apply`)
    }
    seen.add(name)
  }
}
