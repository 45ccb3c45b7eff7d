import { type Finding, sentenceOf } from './findings.ts'

/** JUnit's XML as CI servers read it: a test case for each pod or workload. */
export function* junitLines(findings: readonly Finding[], profile: string): Generator<string> {
  const kinds = findings.map(kindOf)
  const count = (kind: Kind) => kinds.filter((one) => one === kind).length
  const totals = {
    tests: findings.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  }
  yield '<?xml version="1.0" encoding="UTF-8"?>'
  yield `<testsuites${attributes({ name: 'berth decide', ...totals, time: 0 })}>`
  yield `  <testsuite${attributes({ name: profile, ...totals, time: 0 })}>`
  for (const finding of findings) yield* caseLines(finding)
  yield '  </testsuite>'
  yield '</testsuites>'
}

type Kind = 'passed' | 'failure' | 'error' | 'skipped'

/** What cannot be told is no failure, and passes no test either. */
function kindOf({ rule }: Finding): Kind {
  switch (rule) {
    case null:
      return 'passed'
    case 'none':
    case 'evicts':
      return 'failure'
    case 'held':
    case 'other':
      return 'skipped'
    default:
      return 'error'
  }
}

function* caseLines(finding: Finding): Generator<string> {
  const { namespace, name, rule, why, origin } = finding
  const place = origin === null ? {} : { file: origin.file, line: origin.line }
  const head = `    <testcase${attributes({ classname: namespace, name, ...place, time: 0 })}`
  const kind = kindOf(finding)
  if (rule === null || kind === 'passed') return yield `${head}/>`
  yield `${head}>`
  if (kind === 'skipped') yield `      <skipped${attributes({ message: why })}/>`
  else {
    const element = `${kind}${attributes({ message: why, type: rule })}`
    yield `      <${element}>${escapeXml(sentenceOf(finding))}</${kind}>`
  }
  yield '    </testcase>'
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')
}

/** Characters that XML 1.0 cannot hold, not even escaped. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

function escapeXml(text: string): string {
  return text
    .replace(FORBIDDEN, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (one) => `&#${one.charCodeAt(0)};`)
}
