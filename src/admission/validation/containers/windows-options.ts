import { byteLength } from '../../go/utf8.ts'
import type { Struct } from '../../types/types.ts'
import { type FieldErrors, Json } from '../field-errors.ts'
import { dnsSubdomain } from '../metadata/names.ts'

const CREDENTIAL_SPEC_BYTES_MAX = 64 * 1024
const DOMAIN_BYTES_MAX = 256
const USER_BYTES_MAX = 104

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/
const NET_BIOS = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/su
const DNS_LABEL = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/

/** validateWindowsSecurityContextOptions. */
export function validateWindowsOptions(
  errors: FieldErrors,
  options: Struct<'WindowsSecurityContextOptions'> | undefined,
  path: string,
): void {
  if (options === undefined) return
  const { gmsaCredentialSpecName, gmsaCredentialSpec, runAsUserName } = options
  if (gmsaCredentialSpecName !== undefined) {
    const value = new Json(gmsaCredentialSpecName)
    const field = `${path}.gmsaCredentialSpecName`
    errors.invalidEach(field, value, dnsSubdomain(gmsaCredentialSpecName))
  }
  if (gmsaCredentialSpec !== undefined) {
    const complaint = credentialSpecComplaint(gmsaCredentialSpec)
    const value = new Json(gmsaCredentialSpec)
    if (complaint !== null) errors.invalid(`${path}.gmsaCredentialSpec`, value, complaint)
  }
  if (runAsUserName !== undefined) {
    const complaints = userNameComplaints(runAsUserName)
    errors.invalidEach(`${path}.runAsUserName`, new Json(runAsUserName), complaints)
  }
}

function credentialSpecComplaint(spec: string): string | null {
  if (spec === '') return 'gmsaCredentialSpec cannot be an empty string'
  if (byteLength(spec) <= CREDENTIAL_SPEC_BYTES_MAX) return null
  return `gmsaCredentialSpec size must be under ${CREDENTIAL_SPEC_BYTES_MAX / 1024} KiB`
}

/** A user, or a domain, a backslash and a user. */
function userNameComplaints(name: string): string[] {
  if (name === '') return ['runAsUserName cannot be an empty string']
  if (CONTROL.test(name)) return ['runAsUserName cannot contain control characters']
  const parts = name.split('\\')
  if (parts.length > 2) return ['runAsUserName cannot contain more than one backslash']
  const [first = '', second] = parts
  const complaints = second === undefined ? [] : domainComplaints(first)
  return [...complaints, ...userComplaints(second ?? first)]
}

function domainComplaints(domain: string): string[] {
  const complaints: string[] = []
  if (byteLength(domain) >= DOMAIN_BYTES_MAX) {
    const rule = `runAsUserName's Domain length must be under ${DOMAIN_BYTES_MAX} characters`
    complaints.push(rule)
  }
  if (!NET_BIOS.test(domain) && !domain.split('.').every((label) => DNS_LABEL.test(label))) {
    complaints.push("runAsUserName's Domain doesn't match the NetBios nor the DNS format")
  }
  return complaints
}

function userComplaints(user: string): string[] {
  const complaints: string[] = []
  if (user === '') complaints.push("runAsUserName's User cannot be empty")
  else if (byteLength(user) > USER_BYTES_MAX) {
    const rule = `runAsUserName's User length must not be longer than ${USER_BYTES_MAX} characters`
    complaints.push(rule)
  }
  if (/^[. ]+$/.test(user)) {
    complaints.push("runAsUserName's User cannot contain only periods or spaces")
  }
  if (/["/\\:;|=,+*?<>@[\]]/.test(user)) {
    const rule = `runAsUserName's User cannot contain the following characters: "/\\:;|=,+*?<>@[]`
    complaints.push(rule)
  }
  return complaints
}
