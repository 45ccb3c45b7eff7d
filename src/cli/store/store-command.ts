import type { ExitCode } from '../exit-code.ts'
import { didYouMean } from '../read-words.ts'
import type { Terminal } from '../terminal.ts'
import { adoptCommand } from './adopt-command.ts'
import { checkpointCommand } from './checkpoint-command.ts'
import { createKeyCommand } from './create-key-command.ts'
import { createTableCommand } from './create-table-command.ts'
import { eraseCommand } from './erase-command.ts'
import { exportCommand } from './export-command.ts'
import { STORE_SUBCOMMAND_NAMES } from './subcommands.ts'
import { verifyCommand } from './verify-command.ts'

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
    default: {
      const meant = didYouMean(command, STORE_SUBCOMMAND_NAMES)
      const what = command === '' ? 'a command is needed' : `there is no store command ${command}`
      return terminal.complain(`${what}${meant}; see berth store --help`)
    }
  }
}
