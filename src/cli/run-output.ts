import { answerParts } from '../use-cases/decision-answer.ts'
import type { Run } from '../use-cases/run.ts'
import { collect } from './collect.ts'
import type { ExitCode } from './exit-code.ts'
import { type Format, writeAnswer, writeLines } from './output.ts'
import { OutcomeCounter } from './tally.ts'
import type { Terminal } from './terminal.ts'
import { type Report, reportLines, tableReport, waitingNames } from './text/report.ts'

/** Decides and writes as it goes; the exit code tells whether every pod got a node. */
export async function writeRun(
  asked: Omit<Report, 'tally'>,
  format: Format | 'details',
  terminal: Terminal,
): Promise<ExitCode> {
  const tally = new OutcomeCounter()
  const decisions = watched(asked.run, terminal)
  const report = { ...asked, run: { ...asked.run, decisions }, tally }
  const { page } = terminal
  switch (format) {
    case 'json':
    case 'yaml':
      await writeData(report, format, terminal)
      break
    case 'name':
      writeLines(waitingNames(report), terminal)
      break
    case 'details':
      writeLines(reportLines(report, page), terminal)
      break
    default:
      writeLines(tableReport(report, format === 'wide', page), terminal)
  }
  return tally.exitCode
}

/** Into a pipe goes what is known, decision by decision; a person gets it indented. */
async function writeData(
  { run, tally }: Report,
  format: 'json' | 'yaml',
  terminal: Terminal,
): Promise<void> {
  const counted = { ...run, decisions: tally.count(run.decisions) }
  const parts = answerParts(counted, unrecorded)
  if (format === 'json' && !terminal.isInteractive) {
    for await (const part of parts) terminal.write(part)
    return terminal.write('\n')
  }
  const nothing = { text: () => [], names: () => [] }
  writeAnswer(await collect(parts), nothing, format, terminal)
}

/** What the command decides is nobody's decision yet, so no audit log hears of it. */
async function unrecorded(): Promise<null> {
  return null
}

function* watched({ decisions, pods }: Run, terminal: Terminal): Run['decisions'] & Generator {
  let decided = 0
  for (const decision of decisions) {
    terminal.progress(`deciding: ${decided++} of ${pods.length} pods ...`)
    yield decision
  }
}
