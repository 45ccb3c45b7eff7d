import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { withExtenderFiles } from '../../src/cli/extender-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'berth-extender-files-'))
const file = join(folder, 'ca.pem')
writeFileSync(file, 'a certificate')
afterAll(() => rmSync(folder, { recursive: true }))

const configOf = (tlsConfig: object) => ({ extenders: [{ urlPrefix: 'https://x', tlsConfig }] })

it.each([
  [{ caFile: file }, { caData: btoa('a certificate') }],
  [{ caFile: file, caData: 'Z2l2ZW4=' }, { caData: 'Z2l2ZW4=' }],
  [
    { insecure: true, certFile: '' },
    { insecure: true, certFile: '' },
  ],
])('%j is read', (given, tlsConfig) => {
  expect(withExtenderFiles(configOf(given))).toEqual({ ok: true, value: configOf(tlsConfig) })
})

it('names the place of a file that cannot be read, and leaves what is no configuration alone', () => {
  expect(withExtenderFiles(configOf({ keyFile: join(folder, 'none') }))).toMatchObject({
    ok: false,
    error: [expect.stringContaining('/extenders/0/tlsConfig/keyFile: ENOENT')],
  })
  expect(withExtenderFiles('text')).toEqual({ ok: true, value: 'text' })
})
