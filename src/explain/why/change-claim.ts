import type { JsonObject } from '../../snapshot/json/fields.ts'
import type { ClaimChange } from './change.ts'
import { type Draft, draftAt, draftOf, isDraft, listIn } from './draft.ts'

/** The ResourceClaim as it would be with a change; the claim given stays as it is. */
export function changeClaim(claim: JsonObject, change: ClaimChange): JsonObject {
  const copy = draftOf(claim)
  const devices = draftAt(draftAt(copy, 'spec'), 'devices')
  switch (change.op) {
    case 'dropDeviceSelectors':
      delete requestIn(devices, change.request)?.['selectors']
      break
    case 'lowerDeviceCount': {
      const request = requestIn(devices, change.request)
      if (request !== null) request['count'] = change.count
      break
    }
    case 'tolerateDeviceTaint': {
      const request = requestIn(devices, change.request)
      if (request === null) break
      const { key, value, effect } = change
      const toleration = { key, operator: 'Equal', value, effect }
      request['tolerations'] = [...listIn(request['tolerations']), toleration]
      break
    }
    case 'dropDeviceConstraint':
      devices['constraints'] = listIn(devices['constraints']).filter(
        (one) => !isDraft(one) || !COMPARING.some((field) => one[field] === change.attribute),
      )
      break
    case 'freeClaim': {
      const status = draftAt(copy, 'status')
      delete status['allocation']
      delete status['reservedFor']
    }
  }
  return copy
}

const COMPARING = ['matchAttribute', 'distinctAttribute'] as const

/** A request by the name that results have for it: `gpu`, or `gpu/small` for an alternative. */
function requestIn(devices: Draft, name: string): Draft | null {
  const [own, alternative] = name.split('/')
  const request = named(devices['requests'], own)
  if (request === null) return null
  if (alternative !== undefined) return named(request['firstAvailable'], alternative)
  return isDraft(request['exactly']) ? request['exactly'] : request
}

function named(list: unknown, name: string | undefined): Draft | null {
  return listIn(list).find((one): one is Draft => isDraft(one) && one['name'] === name) ?? null
}
