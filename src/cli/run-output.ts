import { answerParts } from '../use-cases/decision-answer.ts'
import type { Run } from '../use-cases/run.ts'
import type { ExitCode } from './exit-code.ts'
import { OutcomeCounter } from './tally.ts'
import type { Terminal } from './terminal.ts'
import { reportLines } from './text/report.ts'

/** Decides and writes as it goes; the exit code tells whether every pod got a node. */
export async function writeRun(
  run: Run,
  remarks: readonly string[],
  output: 'text' | 'json',
  terminal: Terminal,
): Promise<ExitCode> {
  const tally = new OutcomeCounter()
  if (output === 'json') {
    const counted = { ...run, decisions: tally.count(run.decisions) }
    for await (const part of answerParts(counted, unrecorded)) terminal.write(part)
    terminal.write('\n')
  } else {
    for (const line of reportLines(run, remarks, tally, terminal.page)) terminal.write(`${line}\n`)
  }
  return tally.exitCode
}

/** What the command decides is nobody's decision yet, so no audit log hears of it. */
async function unrecorded(): Promise<null> {
  return null
}
