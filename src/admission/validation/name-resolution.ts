import { byteLength } from '../go/utf8.ts'
import type { PodSpec } from '../types/types.ts'
import { type FieldErrors, Json } from './field-errors.ts'
import { validateIp } from './ip-address.ts'
import { dnsSubdomain, dnsSubdomainWithUnderscore } from './metadata/names.ts'

const POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']
const NAMESERVERS_MAX = 3
const SEARCHES_MAX = 32
const SEARCH_BYTES_MAX = 2048

export function validateDnsPolicy(errors: FieldErrors, { dnsPolicy }: PodSpec): void {
  if (dnsPolicy === '') errors.required('spec.dnsPolicy')
  else if (!POLICIES.includes(dnsPolicy)) {
    errors.notSupported('spec.dnsPolicy', new Json(dnsPolicy), POLICIES)
  }
}

/** validatePodDNSConfig. */
export function validateDnsConfig(errors: FieldErrors, { dnsConfig, dnsPolicy }: PodSpec): void {
  const path = 'spec.dnsConfig'
  if (dnsPolicy === 'None') {
    if (dnsConfig === undefined) {
      return errors.required(path, 'must provide `dnsConfig` when `dnsPolicy` is None')
    }
    if ((dnsConfig.nameservers ?? []).length === 0) {
      const rule = 'must provide at least one DNS nameserver when `dnsPolicy` is None'
      return errors.required(`${path}.nameservers`, rule)
    }
  }
  if (dnsConfig === undefined) return
  const { nameservers = [], searches = [], options = [] } = dnsConfig
  if (nameservers.length > NAMESERVERS_MAX) {
    const rule = `must not have more than ${NAMESERVERS_MAX} nameservers`
    errors.invalid(`${path}.nameservers`, new Json(nameservers), rule)
  }
  for (const [index, server] of nameservers.entries()) {
    validateIp(errors, `${path}.nameservers[${index}]`, server)
  }
  validateSearches(errors, searches, `${path}.searches`)
  for (const [index, { name }] of options.entries()) {
    if (name === '') errors.required(`${path}.options[${index}]`, 'must not be empty')
  }
}

function validateSearches(errors: FieldErrors, searches: readonly string[], path: string): void {
  if (searches.length > SEARCHES_MAX) {
    const rule = `must not have more than ${SEARCHES_MAX} search paths`
    errors.invalid(path, new Json(searches), rule)
  }
  if (byteLength(searches.join(' ')) > SEARCH_BYTES_MAX) {
    const rule = `must not have more than ${SEARCH_BYTES_MAX} characters (including spaces) in the search list`
    errors.invalid(path, new Json(searches), rule)
  }
  for (const [index, search] of searches.entries()) {
    if (search === '.') continue
    const name = search.endsWith('.') ? search.slice(0, -1) : search
    errors.invalidEach(`${path}[${index}]`, name, dnsSubdomainWithUnderscore(name))
  }
}

/** ValidateHostAliases. */
export function validateHostAliases(errors: FieldErrors, { hostAliases }: PodSpec): void {
  for (const [index, { ip, hostnames }] of (hostAliases ?? []).entries()) {
    const path = `spec.hostAliases[${index}]`
    validateIp(errors, `${path}.ip`, ip)
    for (const [at, name] of (hostnames ?? []).entries()) {
      errors.invalidEach(`${path}.hostnames[${at}]`, name, dnsSubdomain(name))
    }
  }
}
