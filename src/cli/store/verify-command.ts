import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { reasonOf } from '../../reason-of.ts'
import { err, ok, type Result } from '../../result.ts'
import { readVerifier } from '../../store/audit/checkpoints/note-keys.ts'
import { readNotedCheckpoint } from '../../store/audit/checkpoints/noted-checkpoint.ts'
import {
  ExportCheck,
  type ExportReport,
  type ExportTrust,
} from '../../store/audit/verification/check-export.ts'
import { EXIT_CODE, type ExitCode } from '../exit-code.ts'
import { explainInputError, inputName, inputStream } from '../sources/read-input.ts'
import type { Terminal } from '../terminal.ts'

/** `berth store verify`: checks an export, and asks nobody. */
export async function verifyCommand(
  words: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const asked = readArguments(words)
  if (!asked.ok) return terminal.complain(asked.error)
  const { file, trust } = asked.value
  const check = new ExportCheck(trust)
  try {
    const input = inputStream(file)
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line !== '') await check.line(line)
    }
  } catch (thrown) {
    return terminal.complain(`${inputName(file)}: ${explainInputError(thrown)}`)
  }
  const report = check.end()
  terminal.write(describe(report, trust))
  return report.problems.length === 0 ? EXIT_CODE.done : EXIT_CODE.notPlaced
}

function readArguments(
  words: readonly string[],
): Result<{ file: string; trust: ExportTrust }, string> {
  const options = {
    key: { type: 'string', multiple: true },
    checkpoint: { type: 'string', multiple: true },
    record: { type: 'string', multiple: true },
  } as const
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options,
      allowPositionals: true,
    })
    const [file] = positionals
    if (file === undefined || positionals.length > 1)
      return err('berth store verify needs one FILE')
    const verifiers = (values.key ?? []).map((text) => {
      const verifier = readVerifier(text)
      if (!verifier.ok) throw new TypeError(`--key ${verifier.error}`)
      return verifier.value
    })
    const checkpoints = (values.checkpoint ?? []).map((name) => {
      const noted = readNotedCheckpoint(readFileSync(name, 'utf8'))
      if (noted === null) throw new TypeError(`--checkpoint: ${name} is none of an audit log`)
      return noted
    })
    const noted = (values.record ?? []).map((text) => {
      const [, sequence = '', hash = ''] = /^(\d{1,15}):(sha256:[0-9a-f]{64})$/.exec(text) ?? []
      if (hash === '') throw new TypeError(`--record ${text} does not read NUMBER:sha256:HASH`)
      return { sequence: Number(sequence), hash }
    })
    return ok({ file, trust: { verifiers, checkpoints, noted, now: new Date() } })
  } catch (thrown) {
    return err(reasonOf(thrown))
  }
}

function describe(report: ExportReport, trust: ExportTrust): string {
  const { cluster, size, records, expired, erased, root, signature, problems } = report
  const gone = [
    expired > 0 ? `${expired} expired, their hashes are there` : '',
    erased > 0 ? `${erased} with their content erased, and a record that says so` : '',
  ].filter((part) => part !== '')
  const lines = [
    `audit log of ${cluster}: ${size} records, ${records} of them here`,
    ...gone.map((part) => `  ${part}`),
    `  tree ${root}`,
    `  signature ${SIGNATURES[signature]}`,
    ...(trust.checkpoints.length > 0
      ? [`  checkpoints of other times: ${trust.checkpoints.length}`]
      : []),
    ...problems.map((problem) => `  WRONG: ${problem}`),
    problems.length === 0 ? 'intact' : 'BROKEN',
  ]
  return `${lines.join('\n')}\n`
}

const SIGNATURES = {
  good: 'good',
  none: 'none',
  'not checked': 'not checked: give the public key with --key',
} as const
