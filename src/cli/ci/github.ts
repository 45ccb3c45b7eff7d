import { plain } from '../text/page.ts'
import { type Finding, RULES, type Rule, sentenceOf } from './findings.ts'

const COMMANDS: { readonly [rule in Rule]: 'error' | 'warning' | 'notice' } = {
  none: 'error',
  evicts: 'error',
  error: 'error',
  unknown: 'warning',
  other: 'warning',
  held: 'notice',
}

/**
 * Workflow commands of GitHub Actions: each becomes an annotation beside the manifest.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function* githubLines(findings: readonly Finding[]): Generator<string> {
  for (const finding of findings) {
    const { rule, origin } = finding
    if (rule === null) continue
    const place = origin === null ? [] : [`file=${property(origin.file)}`, `line=${origin.line}`]
    const properties = [...place, `title=${property(RULES[rule])}`].join(',')
    yield `::${COMMANDS[rule]} ${properties}::${data(sentenceOf(finding))}`
  }
}

/** As the toolkit of Actions escapes them. */
function data(text: string): string {
  return plain(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'))
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
