/** What Kubernetes accepts as label keys and values (apimachinery pkg/util/validation). */

const NAME_MAX = 63
const PREFIX_MAX = 253
const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/
const DNS_SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/

export function isLabelValue(value: string): boolean {
  return value === '' || (value.length <= NAME_MAX && NAME.test(value))
}

/** A qualified name: an optional DNS prefix, a slash, and a name. Also the syntax of extended resources. */
export function isLabelKey(key: string): boolean {
  const slash = key.indexOf('/')
  const name = slash < 0 ? key : key.slice(slash + 1)
  if (name.length > NAME_MAX || !NAME.test(name)) return false
  if (slash < 0) return true
  const prefix = key.slice(0, slash)
  return prefix.length <= PREFIX_MAX && DNS_SUBDOMAIN.test(prefix)
}
