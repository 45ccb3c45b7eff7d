import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import * as z from 'zod'
import { err, ok, type Result } from '../../result.ts'
import { PseudonymWords } from '../../snapshot/pseudonyms/words.ts'
import { explainInputError } from './read-input.ts'

const PseudonymFile = z.strictObject({
  version: z.literal(1),
  words: z.array(z.tuple([z.string().min(1), z.string().regex(/^q0[0-9a-z]+$/)])),
})

/** The words of a key file. */
export async function readPseudonyms(
  path: string,
): Promise<Result<PseudonymWords, readonly string[]>> {
  try {
    const found = PseudonymFile.safeParse(JSON.parse(await readFile(path, 'utf8')))
    if (found.success) return ok(new PseudonymWords(found.data.words))
    return err([`${path}: it is no key file of berth snapshot --pseudonyms`])
  } catch (error) {
    return err([`${path}: ${explainInputError(error)}`])
  }
}

/** Those of a key file, if there is one, so that the same names get the same pseudonyms again. */
export async function readOrMakePseudonyms(
  path: string,
): Promise<Result<PseudonymWords, readonly string[]>> {
  return existsSync(path) ? readPseudonyms(path) : ok(new PseudonymWords())
}

/** Whoever has the file has the names: only its owner may read it. It is never there in part. */
export async function writePseudonyms(
  path: string,
  words: PseudonymWords,
): Promise<Result<null, readonly string[]>> {
  const text = `${JSON.stringify({ version: 1, words: words.entries })}\n`
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, text, { mode: 0o600 })
    await rename(draft, path)
    return ok(null)
  } catch (error) {
    return err([`${path}: ${explainInputError(error)}`])
  }
}
