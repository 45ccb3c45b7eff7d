#!/usr/bin/env node
import { VERSION } from '../version.ts'
import { decideCommand } from './decide-command.ts'
import { demoCommand } from './demo-command.ts'
import { drainCommand } from './drain-command.ts'
import { EXIT_CODE, type ExitCode } from './exit-code.ts'
import { HELP, helpOf } from './help.ts'
import { profilesCommand } from './profiles-command.ts'
import { scheduleCommand } from './schedule-command.ts'
import { simulateCommand } from './simulate-command.ts'
import { snapshotCommand } from './snapshot-command.ts'
import { terminal } from './terminal.ts'
import { whyCommand } from './why-command.ts'

/** The `berth` command. */

// A reader that has seen enough, such as head, closes the pipe.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    throw error
  })
}

// Node's own exit code for what nobody catches is 1, which means something here.
process.on('uncaughtException', (error) => {
  process.stderr.write(`berth: failed, and this is a bug\n${error.stack}\n`)
  process.exit(EXIT_CODE.failed)
})

process.exitCode = await run(process.argv.slice(2))

async function run([command, ...words]: readonly string[]): Promise<ExitCode> {
  if (command !== undefined && asksForHelp(words)) {
    terminal.write(helpOf(command))
    return EXIT_CODE.done
  }
  switch (command) {
    case 'decide':
      return decideCommand(words, terminal)
    case 'snapshot':
      return snapshotCommand(words, terminal)
    case 'why':
      return whyCommand(words, terminal)
    case 'drain':
      return drainCommand(words, terminal)
    case 'schedule':
      return scheduleCommand(words, terminal)
    case 'simulate':
      return simulateCommand(words, terminal)
    case 'demo':
      return demoCommand(terminal)
    case 'profiles':
      return profilesCommand(words, terminal)
    case 'store':
      return storeCommand(words)
    case 'version':
    case '--version':
    case '-v':
      terminal.write(`berth ${VERSION}\n`)
      return EXIT_CODE.done
    case undefined:
    case 'help':
    case '--help':
    case '-h':
      terminal.write(HELP)
      return EXIT_CODE.done
    default:
      return terminal.complain(`there is no command ${JSON.stringify(command)}; see berth help`)
  }
}

/** Words after -- are no options. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  const options = end < 0 ? words : words.slice(0, end)
  return options.includes('--help') || options.includes('-h')
}

/** The SDK that it needs would slow down every other command. */
async function storeCommand(words: readonly string[]): Promise<ExitCode> {
  const module = await import('./store/store-command.ts')
  return module.storeCommand(words, terminal)
}
