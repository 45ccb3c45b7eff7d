import { checkpointNote } from '../../store/audit/checkpoints/checkpoint.ts'
import { currentCheckpoint } from '../../store/audit/checkpoints/proofs.ts'
import { EXIT_CODE, type ExitCode } from '../exit-code.ts'
import type { Terminal } from '../terminal.ts'
import { openLog, sayFailure } from './open-log.ts'

/** `berth store checkpoint`: where a log ends, to be kept where nobody can change it. */
export async function checkpointCommand(
  words: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  if (words.length !== 1) return terminal.complain('usage: berth store checkpoint CLUSTER')
  const log = openLog(process.env, words[0] ?? '')
  if (!log.ok) return terminal.complain(log.error)
  const checkpoint = await currentCheckpoint(log.value)
  if (!checkpoint.ok) return terminal.complain(sayFailure(checkpoint.error))
  if (checkpoint.value === null) return terminal.complain(`${words[0]} has no audit log`)
  terminal.write(checkpointNote(log.value.cluster, checkpoint.value))
  return EXIT_CODE.done
}
