import { byteLength } from '../../go/utf8.ts'
import type { Struct } from '../../types/types.ts'
import type { FieldErrors } from '../field-errors.ts'
import { dnsSubdomain } from '../metadata/names.ts'

const DRIVER_BYTES_MAX = 63

export function validateCsi(
  errors: FieldErrors,
  { driver, nodePublishSecretRef }: Struct<'CSIVolumeSource'>,
  path: string,
): void {
  if (driver === '') errors.required(`${path}.driver`)
  else {
    if (byteLength(driver) > DRIVER_BYTES_MAX) errors.tooLong(`${path}.driver`, DRIVER_BYTES_MAX)
    errors.invalidEach(`${path}.driver`, driver, dnsSubdomain(driver.toLowerCase()))
  }
  if (nodePublishSecretRef === undefined) return
  const { name } = nodePublishSecretRef
  if (name === '') errors.required(`${path}.nodePublishSecretRef.name`)
  else errors.invalidEach(`${path}.name`, name, dnsSubdomain(name))
}
