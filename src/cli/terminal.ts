import { styleText } from 'node:util'
import type { ExitCode } from './exit-code.ts'
import { EXIT_CODE } from './exit-code.ts'
import { makeProgress } from './progress.ts'
import { type Page, plain } from './text/page.ts'

const COLUMNS_MIN = 60
const COLUMNS_MAX = 160

const FORMATS = {
  good: 'green',
  bad: 'red',
  warning: 'yellow',
  strong: 'bold',
  dim: 'dim',
} as const

/** Where commands write: answers to standard output, complaints to standard error. */
export interface Terminal {
  readonly page: Page
  /** Somebody reads along: JSON is indented. */
  readonly isInteractive: boolean
  write(text: string): void
  complain(...errors: readonly string[]): ExitCode
  /** Something to know that is no error, to standard error. */
  note(text: string): void
  /** What is being done, for whoever waits; nothing of it stays. */
  progress(text: string): void
}

/** COLUMNS counts before the terminal's width; what is piped is as wide as it is. */
export function pageColumns(variable: string | undefined, ofTerminal: number | undefined): number {
  const given = Number(variable)
  const columns = Number.isInteger(given) && given > 0 ? given : ofTerminal
  if (columns === undefined) return Number.POSITIVE_INFINITY
  return Math.min(COLUMNS_MAX, Math.max(COLUMNS_MIN, columns))
}

const progress = makeProgress(process.stderr)
process.on('exit', progress.clear)

function say(text: string): void {
  progress.clear()
  process.stderr.write(`berth: ${plain(text)}\n`)
}

/** The process's own. styleText leaves colour out where it is no TTY or NO_COLOR is set. */
export const terminal: Terminal = {
  page: {
    columns: pageColumns(process.env['COLUMNS'], process.stdout.columns),
    paint: (tone, text) => styleText(FORMATS[tone], text, { stream: process.stdout }),
  },
  isInteractive: process.stdout.isTTY === true,
  write(text) {
    progress.clear()
    process.stdout.write(text)
  },
  note: say,
  complain(...errors) {
    for (const error of new Set(errors)) say(error)
    return EXIT_CODE.refused
  },
  progress: progress.show,
}
