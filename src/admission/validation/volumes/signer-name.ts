import { goQuote } from '../../go/quote.ts'
import { byteLength } from '../../go/utf8.ts'
import type { FieldErrors } from '../field-errors.ts'
import { type Complaints, dnsLabel, dnsSubdomain } from '../metadata/names.ts'

const DOMAIN_BYTES_MAX = 253
/** Domain, slash, namespace, dot and name. */
const SIGNER_BYTES_MAX = 571

/** ValidateSignerName: example.com/signer-name. */
export function validateSignerName(errors: FieldErrors, name: string, path: string): void {
  if (name === '') return errors.required(path)
  const [domain = '', rest, more] = name.split('/')
  if (rest === undefined || more !== undefined) {
    const form = "must be a fully qualified domain and path of the form 'example.com/signer-name'"
    return errors.invalid(path, name, form)
  }
  if (byteLength(domain) > DOMAIN_BYTES_MAX) errors.tooLong(path, DOMAIN_BYTES_MAX)
  validateLabels(errors, domain, path, dnsLabel)
  if (!domain.includes('.')) {
    const detail = 'should be a domain with at least two segments separated by dots'
    errors.invalid(path, domain, detail)
  }
  validateLabels(errors, rest, path, dnsSubdomain)
  if (byteLength(name) > SIGNER_BYTES_MAX) errors.tooLong(path, SIGNER_BYTES_MAX)
}

/** Only the first bad label is told. */
function validateLabels(
  errors: FieldErrors,
  segment: string,
  path: string,
  check: (label: string) => Complaints,
): void {
  for (const label of segment.split('.')) {
    const complaints = check(label)
    if (complaints.length === 0) continue
    const start = `validating label ${goQuote(label)}:`
    for (const complaint of complaints) errors.invalid(path, segment, `${start} ${complaint}`)
    return
  }
}

/** IsKubernetesSignerName. */
export function isKubernetesSigner(name: string): boolean {
  const domain = name.split('/')[0] ?? ''
  return domain === 'kubernetes.io' || domain.endsWith('.kubernetes.io')
}
