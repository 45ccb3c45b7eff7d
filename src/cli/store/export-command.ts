import { ExportLine } from '../../store/audit/verification/export-line.ts'
import { exportPage } from '../../store/audit/verification/export-log.ts'
import { EXIT_CODE, type ExitCode } from '../exit-code.ts'
import type { Terminal } from '../terminal.ts'
import { openLog, sayFailure } from './open-log.ts'

/** `berth store export`: a whole log as lines of JSON. */
export async function exportCommand(
  words: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  if (words.length !== 1) return terminal.complain('usage: berth store export CLUSTER > FILE')
  const log = openLog(process.env, words[0] ?? '')
  if (!log.ok) return terminal.complain(log.error)
  for (let from: number | null = 1; from !== null; ) {
    const page = await exportPage(log.value, from)
    if (!page.ok) return terminal.complain(sayFailure(page.error))
    for (const line of page.value) terminal.write(line)
    const last = ExportLine.safeParse(JSON.parse(page.value.at(-1) ?? 'null'))
    from = last.data?.kind === 'next' ? last.data.from : null
  }
  return EXIT_CODE.done
}
