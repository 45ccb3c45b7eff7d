import { styleText } from 'node:util'
import type { ExitCode } from './exit-code.ts'
import { EXIT_CODE } from './exit-code.ts'
import type { Page } from './text/page.ts'

const COLUMNS_MIN = 60
const COLUMNS_MAX = 100

const FORMATS = { good: 'green', bad: 'red', strong: 'bold', dim: 'dim' } as const

/** Where commands write: answers to standard output, complaints to standard error. */
export interface Terminal {
  readonly page: Page
  write(text: string): void
  complain(...errors: readonly string[]): ExitCode
  /** Something to know that is no error, to standard error. */
  note(text: string): void
}

/** The process's own. styleText leaves colour out where it is no TTY or NO_COLOR is set. */
export const terminal: Terminal = {
  page: {
    columns: Math.min(COLUMNS_MAX, Math.max(COLUMNS_MIN, process.stdout.columns ?? COLUMNS_MAX)),
    paint: (tone, text) => styleText(FORMATS[tone], text, { stream: process.stdout }),
  },
  write: (text) => void process.stdout.write(text),
  note: (text) => void process.stderr.write(`berth: ${text}\n`),
  complain(...errors) {
    for (const error of errors) process.stderr.write(`berth: ${error}\n`)
    return EXIT_CODE.refused
  },
}
