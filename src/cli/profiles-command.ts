import { PROFILE_NAMES } from '../scheduler/profiles.ts'
import { EXIT_CODE, type ExitCode } from './exit-code.ts'
import type { Terminal } from './terminal.ts'

/** `berth profiles`: the schedulers that can be asked. */
export function profilesCommand(terminal: Terminal): ExitCode {
  for (const name of PROFILE_NAMES) terminal.write(`${name}\n`)
  return EXIT_CODE.done
}
