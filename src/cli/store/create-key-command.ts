import {
  createSigner,
  isKeyName,
  signerText,
  verifierOf,
  verifierText,
} from '../../store/audit/checkpoints/note-keys.ts'
import { EXIT_CODE, type ExitCode } from '../exit-code.ts'
import type { Terminal } from '../terminal.ts'

/** `berth store create-key`: a key that signs checkpoints, and the one that checks them. */
export async function createKeyCommand(
  words: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const [name = ''] = words
  if (words.length !== 1 || !isKeyName(name)) {
    return terminal.complain('usage: berth store create-key NAME (no white space, no plus sign)')
  }
  const signer = await createSigner(name)
  const verifier = await verifierOf(signer)
  if (verifier === null) throw new Error('a new key has its own hash')
  terminal.write(`secret, for BERTH_AUDIT_KEY:\n${signerText(signer)}\n\n`)
  terminal.write(`public, for whoever verifies:\n${verifierText(verifier)}\n`)
  return EXIT_CODE.done
}
