import { beforeAll, describe, expect, it } from 'vitest'
import {
  createSigner,
  type NoteVerifier,
  verifierOf,
} from '../../../src/store/audit/checkpoints/note-keys.ts'
import { readNotedCheckpoint } from '../../../src/store/audit/checkpoints/noted-checkpoint.ts'
import { currentCheckpoint } from '../../../src/store/audit/checkpoints/proofs.ts'
import { batchKey } from '../../../src/store/audit/keys.ts'
import type { AuditLog } from '../../../src/store/audit/log.ts'
import { eraseContents } from '../../../src/store/audit/records/erase.ts'
import {
  ExportCheck,
  type ExportTrust,
} from '../../../src/store/audit/verification/check-export.ts'
import { exportPage } from '../../../src/store/audit/verification/export-log.ts'
import { createMemoryStore, type Partitions } from '../../../src/store/memory.ts'
import { listAll, makeLog, record, recordMany, verifyAll } from '../contracts/audit-fixtures.ts'
import { type TestRuntime, testRuntime } from '../test-runtime.ts'

const DAY = 24 * 3600

describe('an export', () => {
  let log: AuditLog
  let runtime: TestRuntime
  let partitions: Partitions
  let verifier: NoteVerifier
  let early = ''
  let lines: string[]
  /** Retention of a day: the first ten have expired, and some of them are gone. */
  beforeAll(async () => {
    const signer = await createSigner('berth')
    const own = await verifierOf(signer)
    if (own === null) throw new Error('not its key')
    verifier = own
    runtime = testRuntime()
    partitions = new Map()
    log = makeLog(createMemoryStore(partitions), runtime, 'prod', {
      retentionSeconds: DAY,
      keys: { signer, verifiers: [] },
    })
    await recordMany(log, 10)
    early = await noteOf(log)
    runtime.advance(2 * DAY)
    for (let index = 11; index <= 60; index++) await record(log, `d-${index}`)
    for (const first of [1, 2, 3, 7]) {
      const { pk, sk } = batchKey('prod', first)
      partitions.get(pk)?.delete(sk)
    }
    const erasure = { sequences: [20], reason: 'asked for', caller: 'olga' }
    expect(await eraseContents(log, erasure)).toEqual({ ok: true, value: 61 })
    lines = await exportAll(log)
  })

  const noteOf = async (of: AuditLog) => {
    const checkpoint = await currentCheckpoint(of)
    return (checkpoint.ok && checkpoint.value?.note) || ''
  }
  const exportAll = async (of: AuditLog) => {
    const page = await exportPage(of, 1)
    if (!page.ok) throw new Error(page.error.kind)
    return page.value
  }
  const check = async (of: readonly string[], over: Partial<ExportTrust> = {}) => {
    const trust = { verifiers: [verifier], checkpoints: [], noted: [], now: runtime.now(), ...over }
    const checking = new ExportCheck(trust)
    for (const line of of) await checking.line(line)
    return checking.end()
  }
  const noted = (note: string) => {
    const checkpoint = readNotedCheckpoint(note)
    if (checkpoint === null) throw new Error('no checkpoint')
    return checkpoint
  }

  it('is good for whoever has the key, with what has expired and what was erased', async () => {
    const report = await check(lines, { checkpoints: [noted(early), noted(await noteOf(log))] })
    expect(report).toEqual({
      cluster: 'prod',
      size: 61,
      root: expect.stringMatching(/^sha256:/),
      records: 57,
      expired: 4,
      erased: 1,
      signature: 'good',
      problems: [],
    })
    expect(lines.join('')).not.toContain('"sequence":20,"id":"d-20","content":{')
    expect(await verifyAll(log)).toMatchObject({ status: 'intact', erased: 1, expired: 4 })
  })

  it('shows erased contents to nobody, and what has not been erased as before', async () => {
    const ids = (await listAll(log)).records.map(({ id }) => id)
    expect([ids.includes('d-20'), ids.includes('d-21')]).toEqual([false, true])
  })

  it('comes in pages that can be put behind one another', async () => {
    const other = makeLog(createMemoryStore(), runtime, 'pages')
    await recordMany(other, 30)
    const [whole, tail] = [await exportPage(other, 1), await exportPage(other, 21)]
    if (!whole.ok || !tail.ok) throw new Error('no pages')
    const head = whole.value.slice(0, 21)
    const report = await check([...head, ...tail.value], { verifiers: [] })
    expect(report).toMatchObject({ size: 30, problems: [], signature: 'none' })
    expect((await check(tail.value, { verifiers: [] })).problems[0]).toBe('It starts at record 21.')
  })

  const at = (index: number, change: (line: string) => string) => () =>
    lines.map((line, place) => (place === index ? change(line) : line))
  const without = (index: number) => () => lines.filter((_, place) => place !== index)

  it.each([
    { name: 'a word of a record is changed', of: at(20, (l) => l.replace('"ann"', '"bob"')) },
    { name: 'a record is left out', of: without(20) },
    {
      name: 'two records change places',
      of: () => [...lines.slice(0, 20), ...lines.slice(20, 22).reverse(), ...lines.slice(22)],
    },
    { name: 'the checkpoint is left out', of: () => lines.slice(0, -1) },
    { name: 'the end is cut off', of: () => [...lines.slice(0, 40), lines.at(-1) ?? ''] },
    { name: 'the head is left out', of: () => lines.slice(1) },
    { name: 'a line is garbled', of: at(30, () => '{') },
    {
      name: 'hashes of expired records are changed',
      of: at(1, (l) => l.replace(/"hashes":\["./, '"hashes":["_')),
    },
    {
      name: 'the signature is of something else',
      of: at(lastIndex(), (l) => l.replace('\\n61\\n', '\\n62\\n')),
    },
    {
      name: 'an erasure is not said',
      of: () => lines.filter((line) => !line.includes('"erasure"')),
    },
  ])('is told from one where $name', async ({ of }) => {
    const { problems } = await check(of())
    expect(problems.length).toBeGreaterThan(0)
  })

  function lastIndex(): number {
    // Head, two runs of hashes, 57 records, and the checkpoint behind them.
    return 60
  }

  it('is told from one whose records are said to have expired before their time', async () => {
    const before = new Date(runtime.now().getTime() - 2 * DAY * 1000)
    const { problems } = await check(lines, { now: before })
    expect(problems[0]).toContain('Records 1 to 3 are gone')
  })

  it('is held against checkpoints and records that were noted', async () => {
    const other = makeLog(createMemoryStore(), testRuntime(), 'prod')
    await recordMany(other, 10)
    const foreign = await check(await exportAll(other), {
      verifiers: [],
      checkpoints: [noted(early)],
    })
    expect(foreign.problems).toEqual([
      'The log is not the one that you noted of prod at 10 records.',
    ])
    const cut = await check(lines, {
      checkpoints: [{ ...noted(early), size: 99 }],
      noted: [
        { sequence: 30, hash: `sha256:${'7'.repeat(64)}` },
        { sequence: 70, hash: `sha256:${'7'.repeat(64)}` },
      ],
    })
    expect(cut.problems).toEqual([
      'Record 30 is not the one that you noted.',
      'A checkpoint that you noted has 99 records: the log was cut to 61.',
      'Record 70, which you noted, is not there.',
    ])
  })

  it('says that nobody has looked at the signature where no key was given', async () => {
    expect(await check(lines, { verifiers: [] })).toMatchObject({ signature: 'not checked' })
    const stranger = await verifierOf(await createSigner('berth'))
    if (stranger === null) throw new Error('not its key')
    expect((await check(lines, { verifiers: [stranger] })).problems).toEqual([
      'The checkpoint bears no signature of the keys that you gave.',
    ])
  })
})
