import { err, ok, type Result } from '../result.ts'
import type { Run } from '../use-cases/run.ts'
import { type DecideArguments, readDecideArguments } from './decide-arguments.ts'
import type { ExitCode } from './exit-code.ts'
import { expandFiles } from './expand-files.ts'
import { chooseProfile, prepareRun } from './prepare-run.ts'
import { type Files, readFiles } from './read-files.ts'
import { writeRun } from './run-output.ts'
import { selectPods } from './select-pods.ts'
import type { Terminal } from './terminal.ts'

/** `berth decide`: where do these pods go, and why? */
export async function decideCommand(
  words: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const given = readDecideArguments(words)
  if (!given.ok) return terminal.complain(...given.error, 'see berth help')
  const files = await readFiles(given.value)
  if (!files.ok) return terminal.complain(...files.error)
  const run = assemble(given.value, files.value)
  if (!run.ok) return terminal.complain(...run.error)
  const { remarks } = run.value
  return writeRun(run.value.run, remarks, given.value.output, terminal)
}

function assemble(
  given: DecideArguments,
  files: Files,
): Result<{ run: Run; remarks: readonly string[] }, readonly string[]> {
  const { profile, fixes, only, explain, absentKinds } = given
  const { snapshot, config, digest } = files
  const resolved = chooseProfile({ profile, config, fixes })
  if (!resolved.ok) return resolved
  const schedulerNames = new Set(resolved.value.profiles.keys())
  const expanded = expandFiles(files.pods, snapshot)
  if (!expanded.ok) return expanded
  const manifests = expanded.value
  if (files.pods.length > 0 && manifests.pods.length === 0) {
    return err([`--pods: nothing in ${given.pods.join(', ')} makes pods`])
  }
  const selected = selectPods({ snapshot, manifests: manifests.pods, schedulerNames, only })
  if (!selected.ok) return selected
  const { pods, remarks } = selected.value
  const wanted = { explain, absentKinds }
  const run = prepareRun({ snapshot, pods, manifests, digest }, resolved.value, wanted)
  return run.ok ? ok({ run: run.value, remarks }) : run
}
