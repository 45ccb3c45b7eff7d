import { goQuote } from '../go/quote.ts'
import type { Pod, PodSpec, Struct } from '../types/types.ts'
import { ipWarning } from '../validation/ip-address.ts'
import { dnsLabel } from '../validation/metadata/names.ts'
import { warnOfContainers } from './container-warnings.ts'
import { warnOfFraction } from './fraction-warnings.ts'
import { warnOfNodeLabels } from './node-label-warnings.ts'
import { warnOfPorts } from './port-warnings.ts'
import { warnOfVolumes } from './volume-warnings.ts'
import type { Warnings } from './warnings.ts'

const DEPRECATED_ANNOTATIONS = [
  [
    'scheduler.alpha.kubernetes.io/critical-pod',
    'non-functional in v1.16+; use the "priorityClassName" field instead',
  ],
  [
    'security.alpha.kubernetes.io/sysctls',
    'non-functional in v1.11+; use the "sysctls" field instead',
  ],
  [
    'security.alpha.kubernetes.io/unsafe-sysctls',
    'non-functional in v1.11+; use the "sysctls" field instead',
  ],
] as const

/** podStrategy.WarningsOnCreate: what is allowed and yet hardly meant, in the server's order. */
export function warnOfPod({ metadata, spec }: Pod, warnings: Warnings): void {
  const complaints = dnsLabel(metadata.name)
  if (complaints.length > 0) {
    const effect = "this is used in the Pod's hostname, which can result in surprising behavior"
    const advice = `a DNS label is recommended: [${complaints.join(' ')}]`
    warnings.add(`metadata.name: ${effect}; ${advice}`)
  }
  warnOfNodeLabels(spec, warnings)
  for (const [key, message] of DEPRECATED_ANNOTATIONS) {
    if (metadata.annotations?.has(key)) warnings.add(`metadata.annotations[${key}]: ${message}`)
  }
  warnOfVolumes(spec, warnings)
  warnOfRepetitions(spec, warnings)
  warnOfFraction(spec.overhead, 'memory', 'spec.overhead', warnings)
  warnOfFraction(spec.overhead, 'ephemeral-storage', 'spec.overhead', warnings)
  warnOfContainers(spec, metadata, warnings)
  warnOfPorts(spec, warnings)
  warnOfAffinity(spec, warnings)
  warnOfAddresses(spec, warnings)
}

function warnOfRepetitions({ hostAliases, imagePullSecrets }: PodSpec, warnings: Warnings): void {
  const aliases = new Set<string>()
  for (const [index, { ip }] of (hostAliases ?? []).entries()) {
    if (aliases.has(ip)) warnings.add(`spec.hostAliases[${index}].ip: duplicate ip ${goQuote(ip)}`)
    aliases.add(ip)
  }
  const secrets = new Set<string>()
  for (const [index, { name }] of (imagePullSecrets ?? []).entries()) {
    const path = `spec.imagePullSecrets[${index}].name`
    if (secrets.has(name)) warnings.add(`${path}: duplicate name ${goQuote(name)}`)
    secrets.add(name)
  }
  for (const [index, { name }] of (imagePullSecrets ?? []).entries()) {
    const path = `spec.imagePullSecrets[${index}].name`
    if (name === '') warnings.add(`${path}: invalid empty name ""`)
  }
}

function warnOfAffinity({ affinity }: PodSpec, warnings: Warnings): void {
  for (const kind of ['podAffinity', 'podAntiAffinity'] as const) {
    const path = `spec.affinity.${kind}`
    const terms = affinity?.[kind]
    const required = terms?.requiredDuringSchedulingIgnoredDuringExecution ?? []
    for (const [index, term] of required.entries()) {
      const of = `${path}.requiredDuringSchedulingIgnoredDuringExecution[${index}]`
      warnOfSelector(term, of, warnings)
    }
    const preferred = terms?.preferredDuringSchedulingIgnoredDuringExecution ?? []
    for (const [index, { podAffinityTerm }] of preferred.entries()) {
      const of = `${path}.preferredDuringSchedulingIgnoredDuringExecution[${index}]`
      warnOfSelector(podAffinityTerm, `${of}.podAffinityTerm`, warnings)
    }
  }
}

function warnOfSelector(
  { labelSelector }: Struct<'PodAffinityTerm'>,
  path: string,
  warnings: Warnings,
): void {
  if (labelSelector !== undefined) return
  warnings.add(`${path}.labelSelector: a null labelSelector results in matching no pod`)
}

function warnOfAddresses({ dnsConfig, hostAliases }: PodSpec, warnings: Warnings): void {
  for (const [index, server] of (dnsConfig?.nameservers ?? []).entries()) {
    warnings.add(ipWarning(`spec.dnsConfig.nameservers[${index}]`, server) ?? '')
  }
  for (const [index, { ip }] of (hostAliases ?? []).entries()) {
    warnings.add(ipWarning(`spec.hostAliases[${index}].ip`, ip) ?? '')
  }
}
