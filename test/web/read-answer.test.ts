import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { EXAMPLES } from '../../schemas/examples.ts'
import { err } from '../../src/result.ts'
import { readAnswer } from '../../src/web/engine/read-answer.ts'

const drain = JSON.stringify(EXAMPLES.get('drain')?.['drain-under-budget']?.response)

function read(name: string, content: string | Uint8Array<ArrayBuffer>) {
  return readAnswer(name, new Blob([content]), [])
}

/** Text that does not compress away, so that half of it is more than the first chunk. */
function noise(characters: number): string {
  let state = 1
  return Array.from({ length: characters }, () => {
    state = (state * 48_271) % 2_147_483_647
    return (state % 36).toString(36)
  }).join('')
}

function firstHalf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.slice(0, bytes.length / 2)
}

describe('an answer that is dropped', () => {
  it.each([
    ['plain', drain],
    ['compressed', gzipSync(drain)],
  ])('%s', async (_, content) => {
    await expect(read('drain.json', content)).resolves.toMatchObject({
      ok: true,
      value: { kind: 'pictured', picture: { kind: 'drain', answer: JSON.parse(drain) } },
    })
  })

  it.each([
    ['an answer', `{"id":"${noise(400_000)}"}`],
    ['an export of the audit log', `{"kind":"export","more":"${noise(400_000)}"}`],
  ])('%s that was cut in half is refused by its name', async (_, text) => {
    await expect(read('half.gz', firstHalf(gzipSync(text)))).resolves.toEqual(
      err(['half.gz: the gzip data is damaged or ends too early']),
    )
  })

  it('is bounded by what it decompresses to', async () => {
    const bomb = gzipSync(`{"id":"${' '.repeat(200_000_000)}"}`, { level: 1 })
    expect(bomb.length).toBeLessThan(2_000_000)
    await expect(read('bomb.json.gz', bomb)).resolves.toEqual(
      err(['bomb.json.gz: more than 200 MB are too large for a picture']),
    )
  })

  it('may be an export in which one line tells of all records', async () => {
    const hashes = Array.from({ length: 200_000 }, () => '')
    const lines = [
      { kind: 'export', format: 1, cluster: 'c', from: 1 },
      { kind: 'leaves', from: 1, hashes },
    ]
    const found = await read('log.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))
    expect(found).toMatchObject({ ok: true, value: { picture: { kind: 'audit' } } })
    expect(found).toHaveProperty('value.picture.answer.records.length', 5000)
  })

  it.each([
    ['a cluster', '{"kind":"List","items":[]}'],
    ['nothing', ''],
    ['what is damaged from the start', new Uint8Array([0x1f, 0x8b, 0, 0])],
  ])('%s is none', async (_, content) => {
    await expect(read('file', content)).resolves.toBeNull()
  })
})
