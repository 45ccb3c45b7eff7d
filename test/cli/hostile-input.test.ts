import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readDocuments } from '../../src/cli/sources/read-documents.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import { makeFile, podYaml } from './files.ts'
import { EXAMPLE_CLUSTER, runBerth } from './run-berth.ts'

const cluster = { nodes: [makeNode('a')], pods: [makePod('p', { requests: { cpu: '1' } })] }
const json = JSON.stringify(cluster)
const yaml = podYaml('p', '1')
const bigEndian = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
const read = (name: string, content: string | Uint8Array) =>
  readDocuments(makeFile(name, content), 'everything')

describe('files in the encodings that there are', () => {
  it.each([
    { what: 'a byte order mark', content: `\ufeff${json}` },
    { what: 'what PowerShell writes', content: Buffer.from(`\ufeff${json}`, 'utf16le') },
    { what: 'UTF-16, the big end first', content: bigEndian(json) },
    { what: 'gzip of UTF-16', content: gzipSync(bigEndian(json)) },
    { what: 'CRLF', content: JSON.stringify(cluster, null, 1).replaceAll('\n', '\r\n') },
    { what: 'YAML with a mark', content: `\ufeff${yaml}`, value: expect.anything() },
    { what: 'YAML with CRLF', content: yaml.replaceAll('\n', '\r\n'), value: expect.anything() },
    { what: 'YAML in UTF-16', content: bigEndian(yaml), value: expect.anything() },
  ])('$what', async ({ content, value = cluster }) => {
    expect(await read('file', content)).toEqual({ ok: true, value: [{ value, line: 1 }] })
  })
})

const aliases = Array.from({ length: 9 }, (_, index) => {
  const letter = (at: number) => String.fromCharCode(97 + at)
  return `${letter(index + 1)}: &${letter(index + 1)} [${`*${letter(index)}, `.repeat(9)}]\n`
})

describe('files that are none', () => {
  it.each([
    { what: 'nothing', content: '', said: 'there is nothing in it' },
    { what: 'a comment', content: '# nothing\n---\n', said: 'there is nothing in it' },
    { what: 'half of a file', content: json.slice(0, 100), said: 'ends' },
    { what: 'half of an archive', content: gzipSync(json).subarray(0, 60), said: 'ends too early' },
    {
      what: 'a damaged archive',
      content: Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(100, 7)]),
      said: 'the gzip data is damaged',
    },
    {
      what: 'anything',
      content: Buffer.concat([Buffer.from([0x41, 0xff]), randomBytes(1000)]),
      said: 'it is not UTF-8',
    },
    { what: 'more after the end', content: `${json}garbage`, said: 'A value was expected at line' },
    { what: 'aliases of aliases', content: `a: &a [x]\n${aliases.join('')}`, said: 'alias' },
    { what: 'deep JSON', content: '['.repeat(100_000), said: 'More than 64 arrays and objects' },
    { what: 'deep YAML', content: `- ${'['.repeat(20_000)}`, said: 'too many lists and maps' },
    {
      what: 'deep YAML by indentation',
      content: Array.from({ length: 3000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
      said: 'too many lists and maps',
    },
  ])('$what', async ({ content, said }) => {
    const found = await read('file', content)
    const problems = found.ok ? [] : found.error
    expect(problems.join()).toMatch(/file: /)
    expect(problems.join()).toContain(said)
    expect(problems.length).toBeLessThanOrEqual(2)
  })

  it.each([
    { path: '/nosuch', said: 'berth: /nosuch: there is no such file\n' },
    { path: 'src', said: 'berth: src: this is a directory\n' },
  ])('$path', async ({ path, said }) => {
    expect(await runBerth(['decide', '-s', path])).toEqual({
      code: 2,
      output: '',
      complaints: said,
    })
    expect(await runBerth(['store', 'verify', path])).toMatchObject({ code: 2, complaints: said })
  })
})

describe('names that would move the cursor', () => {
  const evil = 'p\u001b[31mq\n::error::x'
  const file = () => {
    const pods = [makePod(evil, { requests: { cpu: '100' } }), makePod('fits')]
    return makeFile('cluster.json', { nodes: [makeNode('a')], pods })
  }

  it.each([
    { words: ['decide'] },
    { words: ['decide', '-o', 'wide'] },
    { words: ['decide', '-o', 'name'] },
    { words: ['decide', '-o', 'github'] },
    { words: ['queue', '-o', 'name'] },
    { words: ['decide', '-p', evil] },
    { words: ['decide', '-p', `${evil}z`] },
    { words: ['why', evil] },
    { words: ['drain', evil] },
  ])('are told without them: $words', async ({ words }) => {
    const { output, complaints } = await runBerth([...words, '-s', file()])
    const said = `${output}${complaints}`
    expect(said).toMatch(/p.*\[31mq/)
    expect(said).not.toMatch(/[^\P{Cc}\n]/u)
    expect(said).not.toMatch(/^::error::x/m)
  })
})

describe('nodes', () => {
  it.each([
    { words: ['drain', 'ip-10-0-1-133', '-o', 'name'], code: 1 },
    { words: ['why', 'shop/nowhere-0', '-n', 'ip-10-0-6-113', '-o', 'name'], code: 1 },
    { words: ['evict', '--stop', 'ip-10-0-1-133', '-o', 'name'], code: 0 },
  ])('are known as answers write them: $words', async ({ words, code }) => {
    const found = await runBerth([...words, '-s', EXAMPLE_CLUSTER])
    expect(found).toMatchObject({ code, complaints: '' })
  })

  it('that there are not: the one that was probably meant', async () => {
    const node = 'ip-10-0-1-13.eu-west-1.compute.internal'
    const { code, complaints } = await runBerth(['drain', node, '-s', EXAMPLE_CLUSTER])
    expect(complaints).toMatch(/there is no node "ip-10-0-1-13\..*"; did you mean ip-10-0-/)
    expect(code).toBe(2)
  })
})

describe('what is wrong with an option', () => {
  it.each([{ words: ['evict', '--now', 'yesterday'] }, { words: ['queue', '--now', '1'] }])(
    'is told by its name: $words',
    async ({ words }) => {
      const { code, complaints } = await runBerth([...words, '-s', EXAMPLE_CLUSTER])
      expect(complaints).toContain('berth: --now: Invalid ISO datetime')
      expect(code).toBe(2)
    },
  )
})
