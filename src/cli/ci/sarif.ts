import { isAbsolute, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { VERSION } from '../../version.ts'
import type { ExitCode } from '../exit-code.ts'
import { type Finding, RULES, type Rule, sentenceOf } from './findings.ts'

const LEVELS: { readonly [rule in Rule]: 'error' | 'warning' | 'note' } = {
  none: 'error',
  evicts: 'error',
  error: 'error',
  unknown: 'warning',
  other: 'warning',
  held: 'note',
}

/** A log of the Static Analysis Results Interchange Format 2.1.0. */
export function sarifLog(
  findings: readonly Finding[],
  profile: string,
  exitCode: ExitCode,
): object {
  const rules = Object.entries(RULES).map(([id, text]) => ({ id, shortDescription: { text } }))
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'berth', version: VERSION, rules } },
        invocations: [{ executionSuccessful: true, exitCode }],
        properties: { profile },
        results: findings.flatMap(resultsOf),
      },
    ],
  }
}

function resultsOf(finding: Finding): object[] {
  const { rule, pods, origin } = finding
  if (rule === null) return []
  const result = {
    ruleId: rule,
    level: LEVELS[rule],
    message: { text: sentenceOf(finding) },
    // The same finding in the next run, also when lines moved.
    partialFingerprints: { 'pods/v1': pods },
  }
  if (origin === null) return [result]
  const region = { startLine: origin.line }
  const physicalLocation = { artifactLocation: { uri: uriOf(origin.file) }, region }
  return [{ ...result, locations: [{ physicalLocation }] }]
}

/** Below the folder that the command ran in, as code scanning expects; else the whole path. */
function uriOf(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href
  return file.split(sep).map(encodeURIComponent).join('/')
}
