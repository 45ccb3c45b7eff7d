import type { DeviceFailure } from '../../../scheduler/framework/device-detail.ts'
import { countOf } from '../counts.ts'
import { groupBy } from '../group-by.ts'
import { type DetailText, phrasesOnNodes } from './detail-text.ts'

/** What a request wants, and what speaks against the devices there. */
export const deviceRequest: DetailText<'deviceRequest'> = (found) => {
  const groups = groupBy(
    found,
    ({ detail: { claim, request, deviceClass, wanted } }) =>
      `${claim}, request ${request}: wants ${wantedText(wanted)} of class ${deviceClass}`,
  )
  return [...groups].flatMap(([phrase, same]) => {
    const failures = same.flatMap(({ node, detail: { suitable, failed } }) =>
      [...suitableText(suitable), ...failed.map(failureText)].map((detail) => ({ node, detail })),
    )
    return [phrase, ...phrasesOnNodes(failures, (text) => `  ${text}`)]
  })
}

function wantedText(wanted: number | null): string {
  return wanted === null ? 'all devices' : countOf(wanted, 'device')
}

function suitableText(suitable: number): string[] {
  return suitable === 0 ? [] : [`${suitable} would do`]
}

/** What some devices fail. */
export function failureText(failure: DeviceFailure): string {
  const { devices } = failure
  switch (failure.by) {
    case 'classSelector':
    case 'requestSelector': {
      const { expression, values } = failure
      const owner = failure.by === 'classSelector' ? 'the class' : 'the request'
      const has = values.map(({ name, value }) => `${name} is ${value ?? 'not there'}`)
      const seen = has.length === 0 ? '' : ` (${has.join(', ')})`
      return `${devices} not what ${owner} selects by ${expression}${seen}`
    }
    case 'inUse': {
      const { claim, pods } = failure
      const by = pods.length === 0 ? '' : ` for ${pods.join(', ')}`
      return `${devices} in use: claim ${claim}${by}`
    }
    case 'capacity':
      return failure.free === null
        ? `${devices} without capacity ${failure.capacity}`
        : `${devices} short of capacity ${failure.capacity}: wants ${failure.wanted}, ${failure.free} free`
    case 'counter': {
      const { counterSet, counter, wanted, free } = failure
      return `${devices} short of counter ${counterSet}/${counter}: uses ${wanted}, ${free} left`
    }
    case 'taint': {
      const { key, value, effect } = failure.taint
      return `${devices} tainted ${key}${value === '' ? '' : `=${value}`}:${effect}`
    }
    case 'attribute':
      return `${devices} without attribute ${failure.attribute}, which a constraint compares`
    case 'node':
      return `${devices} out of reach`
    case 'feature':
      return `${devices} of a kind that this release does not know how to use`
  }
}

/** Devices that would do one by one, but not together. */
export const deviceConstraint: DetailText<'deviceConstraint'> = (found) =>
  phrasesOnNodes(found, ({ claim, constraint, attribute, wanted, together }) => {
    const rule = constraint === 'matchAttribute' ? 'the same' : 'different'
    return `${claim}: wants ${countOf(wanted, 'device')} with ${rule} ${attribute}, ${together} can be had`
  })

/** Pools that offer nothing. */
export const devicePool: DetailText<'devicePool'> = (found) =>
  phrasesOnNodes(
    found,
    ({ driver, pool, state, problem }) =>
      `pool ${driver}/${pool} is ${state}${problem === null ? '' : `: ${problem}`}`,
  )
