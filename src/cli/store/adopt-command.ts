import { adoptLog } from '../../store/audit/checkpoints/adopt.ts'
import { EXIT_CODE, type ExitCode } from '../exit-code.ts'
import type { Terminal } from '../terminal.ts'
import { openLog, sayFailure } from './open-log.ts'

/** `berth store adopt`: signs a log that was not signed so far, once it is verified. */
export async function adoptCommand(
  words: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  if (words.length !== 1) return terminal.complain('usage: berth store adopt CLUSTER')
  const log = openLog(process.env, words[0] ?? '')
  if (!log.ok) return terminal.complain(log.error)
  if (log.value.keys.signer === null) return terminal.complain('BERTH_AUDIT_KEY is not set')
  const adopted = await adoptLog(log.value)
  if (!adopted.ok) return terminal.complain(sayFailure(adopted.error))
  terminal.write(`the log of ${words[0]} is intact and now signed, at ${adopted.value} records\n`)
  return EXIT_CODE.done
}
