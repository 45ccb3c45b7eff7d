import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { eraseContents } from '../../store/audit/records/erase.ts'
import { EXIT_CODE, type ExitCode } from '../exit-code.ts'
import type { Terminal } from '../terminal.ts'
import { openLog, sayFailure } from './open-log.ts'

const USAGE = 'usage: berth store erase CLUSTER NUMBER... --reason TEXT'

/** `berth store erase`: takes away what records say; that it was done is recorded. */
export async function eraseCommand(
  words: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const asked = readArguments(words)
  if (asked === null) return terminal.complain(USAGE)
  const { cluster, sequences, reason } = asked
  const log = openLog(process.env, cluster)
  if (!log.ok) return terminal.complain(log.error)
  const caller = `${userInfo().username} (berth store erase)`
  const erased = await eraseContents(log.value, { sequences, reason, caller })
  if (!erased.ok) return terminal.complain(sayFailure(erased.error))
  const which = sequences.length === 1 ? 'record' : 'records'
  terminal.write(`${which} ${sequences.join(', ')} erased; record ${erased.value} says so\n`)
  return EXIT_CODE.done
}

function readArguments(words: readonly string[]) {
  try {
    const options = { reason: { type: 'string' } } as const
    const { values, positionals } = parseArgs({
      args: [...words],
      options,
      allowPositionals: true,
    })
    const [cluster, ...numbers] = positionals
    const { reason } = values
    const areNumbers = numbers.every((number) => /^[1-9]\d{0,14}$/.test(number))
    if (cluster === undefined || !reason || numbers.length === 0 || !areNumbers) return null
    return { cluster, sequences: numbers.map(Number), reason }
  } catch {
    return null
  }
}
