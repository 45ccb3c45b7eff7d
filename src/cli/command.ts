import type { Asked, CommandWords, OptionTable } from './command-words.ts'
import type { ExitCode } from './exit-code.ts'
import { readWords } from './read-words.ts'
import type { Terminal } from './terminal.ts'

/** A command as the table of all has it: help, completion and errors are derived from it. */
export interface Command extends CommandWords<OptionTable> {
  run(words: readonly string[], terminal: Terminal): Promise<ExitCode>
}

/** A command from what it takes and what answers it. */
export function defineCommand<const Options extends OptionTable>(
  description: CommandWords<Options>,
  answer: (asked: Asked<Options>, terminal: Terminal) => Promise<ExitCode> | ExitCode,
): Command {
  return {
    ...description,
    async run(words, terminal) {
      const asked = readWords(description, words)
      if (!asked.ok) return terminal.complain(...asked.error)
      return answer(asked.value, terminal)
    },
  }
}
