import type { Command } from '../command.ts'
import { STORE_SUBCOMMAND_NAMES, STORE_SUBCOMMANDS } from './subcommands.ts'

/** `berth store`: what an operator does with the table, and anybody with an export. */
export const store: Command = {
  name: 'store',
  summary: 'the table and the audit log; berth store verify FILE checks an export',
  operands: 'COMMAND',
  operandChoices: STORE_SUBCOMMAND_NAMES,
  options: {},
  subcommands: STORE_SUBCOMMANDS,
  examples: ['store create-key berth.example'],
  async run(words, terminal) {
    // The SDK that it needs would slow down every other command.
    const { storeCommand } = await import('./store-command.ts')
    return storeCommand(words, terminal)
  },
}
