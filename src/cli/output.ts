import { stringify } from 'yaml'
import type { OptionTable } from './command-words.ts'
import type { Terminal } from './terminal.ts'
import { type Page, plain } from './text/page.ts'

/** What every command that answers can print. */
export const FORMATS = ['text', 'wide', 'json', 'yaml', 'name'] as const
export type Format = (typeof FORMATS)[number]

export const OUTPUT_OPTIONS = {
  output: {
    type: 'string',
    short: 'o',
    value: 'FORMAT',
    choices: FORMATS,
    help: 'text (default), wide, json or yaml (the whole answer, as over HTTP), or name',
    isOfAnswer: true,
  },
} as const satisfies OptionTable

/** One answer in the forms in which people read it. */
export interface Presentation {
  /** Wide: everything on its own line, and nothing cut off. */
  readonly text: (page: Page, isWide: boolean) => Iterable<string>
  /** The names that a script would go on with, a line each. */
  readonly names: () => Iterable<string>
}

/** Prints an answer that is whole. */
export function writeAnswer(
  answer: unknown,
  presentation: Presentation,
  format: Format,
  terminal: Terminal,
): void {
  switch (format) {
    case 'json':
      terminal.write(`${JSON.stringify(answer, null, terminal.isInteractive ? 2 : 0)}\n`)
      break
    case 'yaml':
      terminal.write(stringify(answer, { aliasDuplicateObjects: false, lineWidth: 0 }))
      break
    case 'name':
      writeNames(presentation.names(), terminal)
      break
    default:
      writeLines(presentation.text(terminal.page, format === 'wide'), terminal)
  }
}

/** A line each, whatever is in them. */
export function writeNames(names: Iterable<string>, terminal: Terminal): void {
  for (const name of names) terminal.write(`${plain(name)}\n`)
}

export function writeLines(lines: Iterable<string>, terminal: Terminal): void {
  for (const line of lines) terminal.write(`${line}\n`)
}
