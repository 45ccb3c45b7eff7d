import { decide } from '../../src/cli/commands/decide-command.ts'
import type { Terminal } from '../../src/cli/terminal.ts'
import type { Finished } from './run-berth.ts'

/** Runs `berth decide` in this process; only standard input and the shell need one of its own. */
export function runDecide(...words: readonly string[]): Promise<Finished> {
  return runDecideOn(100, words)
}

/** The same on a page of this width. */
export async function runDecideOn(columns: number, words: readonly string[]): Promise<Finished> {
  let output = ''
  let complaints = ''
  const terminal: Terminal = {
    page: { columns, paint: (_, text) => text },
    isInteractive: false,
    progress() {},
    write(text) {
      output += text
    },
    note(text) {
      complaints += `${text}\n`
    },
    complain(...errors) {
      complaints += errors.map((error) => `${error}\n`).join('')
      return 2
    },
  }
  const code = await decide.run(words, terminal)
  return { code, output, complaints }
}
