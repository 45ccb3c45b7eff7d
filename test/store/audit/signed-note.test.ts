import { describe, expect, it } from 'vitest'
import {
  createSigner,
  type NoteSigner,
  readSigner,
  readVerifier,
  signerText,
  verifierOf,
  verifierText,
} from '../../../src/store/audit/checkpoints/note-keys.ts'
import { isSignedBy, noteText, signNote } from '../../../src/store/audit/checkpoints/signed-note.ts'

/** The key and the note of Go's own documentation (golang.org/x/mod/sumdb/note). */
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const PETERS_NOTE = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`

async function verifierFor(signer: NoteSigner) {
  const verifier = await verifierOf(signer)
  if (verifier === null) throw new Error('not its key')
  return verifier
}

describe('a signed note', () => {
  it("is read as Go's own tools write it", async () => {
    const verifier = readVerifier(PETER)
    if (!verifier.ok) throw new Error(verifier.error)
    expect(await isSignedBy(PETERS_NOTE, [verifier.value])).toBe(true)
    expect(await isSignedBy(PETERS_NOTE.replace('answer', 'problem'), [verifier.value])).toBe(false)
    expect(verifierText(verifier.value)).toBe(PETER)
  })

  it('is good for the key that signed it, and for no other of the same name', async () => {
    const [signer, stranger] = [await createSigner('berth'), await createSigner('berth')]
    const [own, other] = [await verifierFor(signer), await verifierFor(stranger)]
    const note = await signNote('log\n1\nroot\n', signer)
    expect(noteText(note)).toBe('log\n1\nroot\n')
    expect(await isSignedBy(note, [other, own])).toBe(true)
    expect(await isSignedBy(note, [other])).toBe(false)
    expect(await isSignedBy(note, [])).toBe(false)
    expect(await isSignedBy(`${note}— stranger AAAA\n`, [own])).toBe(true)
  })

  it('signs with a key that was written down', async () => {
    const signer = await createSigner('berth')
    const again = readSigner(`${signerText(signer)}\n`)
    if (!again.ok) throw new Error(again.error)
    const note = await signNote('x\n', again.value)
    expect(await isSignedBy(note, [await verifierFor(signer)])).toBe(true)
  })

  it.each(['', 'PRIVATE+KEY+', 'PRIVATE+KEY+a+00000000+AAAA', 'secret'])(
    'refuses %j as a key, and repeats nothing of it',
    (text) => {
      const read = readSigner(text)
      expect(read.ok).toBe(false)
      if (!read.ok && text !== '') expect(read.error).not.toContain('secret')
      expect(readVerifier(text).ok).toBe(false)
    },
  )
})
