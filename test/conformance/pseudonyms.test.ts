import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/snapshot/json/fields.ts'
import { pseudonymise } from '../../src/snapshot/pseudonyms/pseudonymise.ts'
import { PseudonymWords } from '../../src/snapshot/pseudonyms/words.ts'
import type { SnapshotResource } from '../../src/snapshot/snapshot-resources.ts'
import { makeClient } from '../api/client.ts'
import { caseRequest } from './case-request.ts'
import { type Case, readRecording, recordings } from './corpus.ts'

const client = makeClient()
/** Families of cases that are about configurations, nearly all of which name what the cluster has. */
const OF_CONFIGURATIONS = new Set(['config', 'extenders', 'policy', 'policy112'])
const newest = recordings().filter(
  ({ family, release }) => /^v1\.(37|12)\./.test(release) && !OF_CONFIGURATIONS.has(family),
)

/** The case under other names. */
function renamed(one: Case, words: PseudonymWords): Case {
  const given = Object.entries(one.snapshot) as [SnapshotResource, JsonObject[]][]
  const pods = given.find(([kind]) => kind === 'pods')?.[1] ?? []
  const toDecide = one.pods as JsonObject[]
  const all = new Map([...given, ['pods', [...pods, ...toDecide]] as const])
  const objects = pseudonymise(all, words)
  const allPods = objects.get('pods') ?? []
  objects.set('pods', allPods.slice(0, pods.length))
  return { ...one, snapshot: Object.fromEntries(objects), pods: allPods.slice(pods.length) }
}

/** Configurations keep their names, such as those of labels, which the snapshot has no more. */
function namesSomething({ config, policy, extenderResults }: Case, words: PseudonymWords): boolean {
  const text = JSON.stringify([config, policy, extenderResults]).replaceAll('default-scheduler', '')
  return words.hide(text) !== text
}

/** What drivers are told, which snapshots under pseudonyms leave out. */
function withoutConfig(member: string, value: unknown): unknown {
  return member === 'config' ? undefined : value
}

async function decisionsOf(profile: string, one: Case): Promise<string> {
  const answer = await (await client.decide(caseRequest(profile, one))).json()
  const { decisions, groups, errors } = Object(answer)
  return JSON.stringify({ decisions, groups, errors }, withoutConfig, 1).replaceAll(
    /"shareID": ".*"/g,
    '"shareID": "drawn"',
  )
}

describe('the recorded cases under pseudonyms', () => {
  it.each(newest)('decide $family of $release as before', async (recording) => {
    const cases = readRecording(recording).map((recorded) => recorded.case)
    const compared: Case[] = []
    for (const one of cases) {
      const words = new PseudonymWords()
      const hidden = renamed(one, words)
      if (namesSomething(one, words)) continue
      compared.push(one)
      const found = words.reveal(await decisionsOf(recording.profile, hidden))
      expect(found, one.name).toBe(await decisionsOf(recording.profile, one))
    }
    expect(compared.length).toBeGreaterThan(cases.length / 2)
  })
})
