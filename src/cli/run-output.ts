import { answerParts } from '../use-cases/decisions/decision-answer.ts'
import type { Run } from '../use-cases/decisions/run.ts'
import { type Finding, findingsOf } from './ci/findings.ts'
import { githubLines } from './ci/github.ts'
import { junitLines } from './ci/junit.ts'
import { sarifLog } from './ci/sarif.ts'
import { collect } from './collect.ts'
import type { ExitCode } from './exit-code.ts'
import { type Format, writeAnswer, writeLines, writeNames } from './output.ts'
import type { Sourced } from './sources/sources.ts'
import { OutcomeCounter } from './tally.ts'
import type { Terminal } from './terminal.ts'
import { type Report, reportLines, tableReport, waitingNames } from './text/report.ts'

/** What checks of pull requests read. */
export const CI_FORMATS = ['junit', 'sarif', 'github'] as const
type CiFormat = (typeof CI_FORMATS)[number]
export type RunFormat = Format | CiFormat

export interface RunToWrite extends Omit<Report, 'tally'> {
  /** The pods of the run, where they were read. */
  readonly pods: readonly Sourced[]
}

/** Decides and writes as it goes; the exit code tells whether every pod got a node. */
export async function writeRun(
  asked: RunToWrite,
  format: RunFormat | 'details',
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
      writeNames(waitingNames(report), terminal)
      break
    case 'junit':
    case 'sarif':
    case 'github':
      writeFindings(findingsOf(report.run, asked.pods, tally), report, format, terminal)
      break
    case 'details':
      writeLines(reportLines(report, page), terminal)
      break
    default:
      writeLines(tableReport(report, format === 'wide', page), terminal)
  }
  return tally.exitCode
}

function writeFindings(
  findings: readonly Finding[],
  { run, tally }: Report,
  format: CiFormat,
  terminal: Terminal,
): void {
  switch (format) {
    case 'junit':
      return writeLines(junitLines(findings, run.profile), terminal)
    case 'sarif': {
      const log = sarifLog(findings, run.profile, tally.exitCode)
      return terminal.write(`${JSON.stringify(log, null, 2)}\n`)
    }
    case 'github': {
      writeLines(githubLines(findings), terminal)
      const well = findings.filter(({ rule }) => rule === null).length
      return terminal.note(`${well} of ${findings.length} workloads fit, as ${run.profile}`)
    }
  }
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
