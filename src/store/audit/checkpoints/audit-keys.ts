import { err, ok, type Result } from '../../../result.ts'
import {
  type NoteSigner,
  type NoteVerifier,
  readSigner,
  readVerifier,
  verifierOf,
} from './note-keys.ts'

/** Who signs checkpoints here, and whose signatures are taken. */
export interface AuditKeys {
  /** Null: checkpoints are not signed. */
  readonly signer: NoteSigner | null
  /** Keys of others, and of former times. */
  readonly verifiers: readonly NoteVerifier[]
}

export const NO_KEYS: AuditKeys = { signer: null, verifiers: [] }

type Env = Readonly<Record<string, string | undefined>>

/** Reads BERTH_AUDIT_KEY and BERTH_AUDIT_VERIFIERS; an error names the variable, never the key. */
export function readAuditKeys(env: Env): Result<AuditKeys, string> {
  const text = env['BERTH_AUDIT_KEY'] ?? ''
  const signer = text === '' ? ok(null) : readSigner(text)
  if (!signer.ok) return err(`BERTH_AUDIT_KEY ${signer.error} (berth store create-key makes one)`)
  const verifiers: NoteVerifier[] = []
  for (const one of (env['BERTH_AUDIT_VERIFIERS'] ?? '').split(/[\s,]+/)) {
    if (one === '') continue
    const verifier = readVerifier(one)
    if (!verifier.ok) return err(`BERTH_AUDIT_VERIFIERS: one of them ${verifier.error}`)
    verifiers.push(verifier.value)
  }
  return ok({ signer: signer.value, verifiers })
}

/** Whether checkpoints without a good signature are refused. */
export function demandSignatures({ signer, verifiers }: AuditKeys): boolean {
  return signer !== null || verifiers.length > 0
}

/** All keys whose signatures are good, the signer's own among them. */
export async function acceptedKeys({ signer, verifiers }: AuditKeys): Promise<NoteVerifier[]> {
  const own = signer === null ? null : await verifierOf(signer)
  return own === null ? [...verifiers] : [own, ...verifiers]
}
