import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { nameOf } from '../../snapshot/json/raw-object.ts'

/** Whether the devices of a claim are ready for its pod, or why they will not be (isClaimReadyForBinding). */
export function devicesReady(claim: JsonObject): boolean | string {
  const { status } = claim
  if (!isObject(status) || !isObject(status['allocation'])) return false
  const { devices } = status['allocation']
  const told = objectsIn(status['devices'])
  for (const result of objectsIn(isObject(devices) ? devices['results'] : undefined)) {
    const wanted = textsIn(result['bindingConditions'])
    if (wanted.length === 0) continue
    const device = told.find((one) => isSameDevice(one, result))
    if (device === undefined) return false
    const held = objectsIn(device['conditions']).filter((one) => one['status'] === 'True')
    for (const type of textsIn(result['bindingFailureConditions'])) {
      const failed = held.find((one) => one['type'] === type)
      if (failed === undefined) continue
      const { reason, message } = failed
      return `device binding failed: claim=${nameOf(claim)}, reason=${reason}, message=${JSON.stringify(message)}`
    }
    if (!wanted.every((type) => held.some((one) => one['type'] === type))) return false
  }
  return true
}

function isSameDevice(a: JsonObject, b: JsonObject): boolean {
  return ['driver', 'pool', 'device'].every((key) => a[key] === b[key])
}

function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
