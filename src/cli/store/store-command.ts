import { EXIT_CODE, type ExitCode } from '../exit-code.ts'
import type { Terminal } from '../terminal.ts'
import { adoptCommand } from './adopt-command.ts'
import { checkpointCommand } from './checkpoint-command.ts'
import { createKeyCommand } from './create-key-command.ts'
import { createTableCommand } from './create-table-command.ts'
import { eraseCommand } from './erase-command.ts'
import { exportCommand } from './export-command.ts'
import { verifyCommand } from './verify-command.ts'

const USAGE = `berth store create-table            makes the table that BERTH_TABLE names
berth store create-key NAME         prints a key for BERTH_AUDIT_KEY, and its public half
berth store checkpoint CLUSTER      prints where the audit log ends, signed if it is
berth store export CLUSTER          prints the whole audit log, for keeping or for verify
berth store verify FILE             checks an export, offline ("-" is standard input)
      --key KEY                     the public key that must have signed it; may be repeated
      --checkpoint FILE             a checkpoint that was kept: the log must go on from it
      --record NUMBER:HASH          a record that was noted
berth store erase CLUSTER NUMBER... --reason TEXT   takes away what records say
berth store adopt CLUSTER           signs an audit log that was not signed so far
`

/** `berth store`: what an operator does with the table, and anybody with an export. */
export async function storeCommand(
  [command = '', ...words]: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  switch (command) {
    case 'create-table':
      return createTableCommand(words, terminal)
    case 'create-key':
      return createKeyCommand(words, terminal)
    case 'checkpoint':
      return checkpointCommand(words, terminal)
    case 'export':
      return exportCommand(words, terminal)
    case 'verify':
      return verifyCommand(words, terminal)
    case 'erase':
      return eraseCommand(words, terminal)
    case 'adopt':
      return adoptCommand(words, terminal)
    case 'help':
      terminal.write(USAGE)
      return EXIT_CODE.done
    default:
      return terminal.complain(`usage:\n${USAGE}`)
  }
}
