#!/usr/bin/env node
import { VERSION } from '../version.ts'
import { COMMANDS } from './commands.ts'
import { EXIT_CODE, type ExitCode } from './exit-code.ts'
import { commandHelpLines, helpLines } from './help.ts'
import { writeLines } from './output.ts'
import { didYouMean } from './read-words.ts'
import { terminal } from './terminal.ts'

/** The `berth` command. */

// A reader that has seen enough, such as head, closes the pipe.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    cannotWrite(error)
  })
}

// Node's own exit code for what nobody catches is 1, which means something here.
process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  // A file or a terminal is written to at once.
  if (error.syscall === 'write') cannotWrite(error)
  process.stderr.write(`berth: failed, and this is a bug\n${error.stack}\n`)
  process.exit(EXIT_CODE.failed)
})

/** Such as to a disk that is full. */
function cannotWrite({ message }: Error): never {
  terminal.complain(`the answer cannot be written: ${message}`)
  process.exit(EXIT_CODE.refused)
}

process.exitCode = await run(process.argv.slice(2))

async function run([name, ...words]: readonly string[]): Promise<ExitCode> {
  switch (name) {
    case 'version':
    case '--version':
    case '-v':
      return tellVersion()
    case undefined:
    case 'help':
    case '--help':
    case '-h':
      return tellHelp(words[0])
    default:
      return runCommand(name, words)
  }
}

function runCommand(name: string, words: readonly string[]): Promise<ExitCode> | ExitCode {
  const command = COMMANDS.find((one) => one.name === name)
  if (command === undefined) {
    const meant = didYouMean(
      name,
      COMMANDS.map((one) => one.name),
    )
    return terminal.complain(`there is no command ${JSON.stringify(name)}${meant}; see berth help`)
  }
  const options = beforeOperands(words)
  if (options.some((word) => word === '--help' || word === '-h')) {
    writeLines(commandHelpLines(command, terminal.page), terminal)
    return EXIT_CODE.done
  }
  if (options.some((word) => word === '--version' || word === '-v')) return tellVersion()
  return command.run(words, terminal)
}

/** Of one command, or, if none is named, of all. */
function tellHelp(name: string | undefined): Promise<ExitCode> | ExitCode {
  if (name !== undefined && name !== 'help' && !name.startsWith('-')) {
    return runCommand(name, ['--help'])
  }
  writeLines(helpLines(COMMANDS, terminal.page), terminal)
  return EXIT_CODE.done
}

function tellVersion(): ExitCode {
  terminal.write(`berth ${VERSION}\n`)
  return EXIT_CODE.done
}

/** Words after -- are no options. */
function beforeOperands(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--')
  return end < 0 ? words : words.slice(0, end)
}
