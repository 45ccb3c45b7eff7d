import * as z from 'zod'
import { DrainResponse } from '../../../schemas/around/drain-response.ts'
import { SimulationResponse } from '../../../schemas/around/simulation-response.ts'
import { CapacityResponse } from '../../../schemas/decisions/capacity-response.ts'
import { ComparisonResponse } from '../../../schemas/decisions/comparison-response.ts'
import { DecisionResponse } from '../../../schemas/decisions/decision-response.ts'
import { err, ok, type Result } from '../../result.ts'
import type { Pictured } from '../answers.ts'
import { readScenario, type Scenario } from '../scenario.ts'
import { checkExport } from './check-export-file.ts'
import { damageText, type PlainBytes, plainBytes } from './plain-bytes.ts'

const HEAD_CHARACTERS = 4096
/** Of the text itself: a little compressed data may be any amount of it. */
const ANSWER_BYTES_MAX = 200_000_000

/** How an answer of Berth begins, an export of its audit log, and what the explorer saves. */
const ANSWER = /^\s*\{\s*"id"\s*:\s*"/
const SCENARIO = /^\s*\{\s*"kind"\s*:\s*"Scenario"/
const EXPORT = /^\s*\{\s*"kind"\s*:\s*"export"/

/** The first field that an answer of one endpoint has and no other. */
const KINDS = [
  ['decisions', DecisionResponse],
  ['fits', CapacityResponse],
  ['waves', DrainResponse],
  ['utilisation', SimulationResponse],
  ['differences', ComparisonResponse],
] as const

const KIND_OF = {
  decisions: 'decisions',
  fits: 'capacity',
  waves: 'drain',
  utilisation: 'simulation',
  differences: 'comparison',
} as const

/** What was dropped and is no cluster. */
export type Read =
  | { readonly kind: 'pictured'; readonly picture: Pictured }
  | { readonly kind: 'scenario'; readonly scenario: Scenario }

/** An answer, an export or a scenario that was dropped; null for what is none of them. */
export async function readAnswer(
  name: string,
  blob: Blob,
  keys: readonly string[],
): Promise<Result<Read, readonly string[]> | null> {
  const head = await headOf(blob)
  if (head === null) return null
  const isScenario = SCENARIO.test(head)
  if (EXPORT.test(head)) return asPicture(await checkExport(name, await plainBytes(blob), keys))
  if (!ANSWER.test(head) && !isScenario) return null
  const text = await textOf(name, await plainBytes(blob))
  if (!text.ok) return text
  return isScenario ? parseScenario(name, text.value) : asPicture(parseAnswer(name, text.value))
}

function asPicture(read: Result<Pictured, readonly string[]>): Result<Read, readonly string[]> {
  return read.ok ? ok({ kind: 'pictured', picture: read.value }) : read
}

function parseScenario(name: string, text: string): Result<Read, readonly string[]> {
  const parsed = parse(text)
  const read = parsed.ok ? readScenario(parsed.value) : err([parsed.error])
  if (!read.ok) return err(read.error.map((line) => `${name}: ${line}`))
  return ok({ kind: 'scenario', scenario: read.value })
}

/** Read part by part, so that what is too large is left before it fills the memory. */
async function textOf(
  name: string,
  { bytes, isGzip }: PlainBytes,
): Promise<Result<string, readonly string[]>> {
  const reader = bytes.getReader()
  const decoder = new TextDecoder()
  const parts: string[] = []
  let length = 0
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      length += read.value.length
      if (length > ANSWER_BYTES_MAX) {
        await reader.cancel()
        return err([`${name}: more than ${ANSWER_BYTES_MAX / 1e6} MB are too large for a picture`])
      }
      parts.push(decoder.decode(read.value, { stream: true }))
    }
  } catch (error) {
    return err([damageText(name, isGzip, error)])
  }
  return ok(parts.join('') + decoder.decode())
}

function parseAnswer(name: string, text: string): Result<Pictured, readonly string[]> {
  const parsed = parse(text)
  if (!parsed.ok) return err([`${name}: ${parsed.error}`])
  const value = z.record(z.string(), z.unknown()).safeParse(parsed.value)
  const found = KINDS.find(([field]) => value.success && Object.hasOwn(value.data, field))
  if (found === undefined) return err([`${name}: no answer of Berth that has a picture`])
  const [field, schema] = found
  const answer = schema.safeParse(parsed.value)
  if (answer.success) return ok({ kind: KIND_OF[field], answer: answer.data } as Pictured) // by its schema
  const [issue] = answer.error.issues
  return err([
    `${name}: no answer of this release of Berth: /${issue?.path.join('/')}: ${issue?.message}`,
  ])
}

function parse(text: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(text))
  } catch (error) {
    // JSON.parse throws what is wrong with the text.
    return err(error instanceof Error ? error.message : 'no JSON')
  }
}

async function headOf(blob: Blob): Promise<string | null> {
  const reader = (await plainBytes(blob)).bytes.getReader()
  try {
    const { value } = await reader.read()
    return value === undefined ? null : new TextDecoder().decode(value.slice(0, HEAD_CHARACTERS))
  } catch {
    // Damaged data is told of by who reads it as a cluster.
    return null
  } finally {
    await reader.cancel().catch(() => {})
  }
}
