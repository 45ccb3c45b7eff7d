import { isLabelKey, isLabelValue } from './label-syntax.ts'

/** What is wrong with names, word for word as apimachinery's content.IsLabelKey and IsLabelValue say it. */

const NAME_MAX = 63
const SUBDOMAIN_MAX = 253
const NAME_FORMAT = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'
const LABEL_FORMAT = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const SUBDOMAIN_FORMAT = `${LABEL_FORMAT}(\\.${LABEL_FORMAT})*`
const NAME_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an " +
  `alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${NAME_FORMAT}')`
const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', " +
  "and must start and end with an alphanumeric character (e.g. 'example.com', regex used for " +
  `validation is '${SUBDOMAIN_FORMAT}')`
const VALUE_RULE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', " +
  "and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or " +
  `'12345', regex used for validation is '(${NAME_FORMAT})?')`

/** Everything wrong with a label key or resource name; empty when it is right. */
export function qualifiedNameProblems(value: string): string[] {
  if (isLabelKey(value)) return []
  const parts = value.split('/')
  if (parts.length > 2) {
    return [
      `a valid label key ${NAME_RULE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  }
  const [name = '', prefix] = parts.toReversed()
  const ofPrefix = prefix === undefined ? [] : prefixProblems(prefix)
  return [...ofPrefix, ...nameProblems(name)]
}

/** Everything wrong with a label value; empty when it is right. */
export function labelValueProblems(value: string): string[] {
  if (isLabelValue(value)) return []
  const problems = []
  if (value.length > NAME_MAX) problems.push(tooLong(NAME_MAX))
  if (!new RegExp(`^(${NAME_FORMAT})?$`).test(value)) problems.push(VALUE_RULE)
  return problems
}

function nameProblems(name: string): string[] {
  const problems = []
  if (name === '') problems.push('name part must be non-empty')
  if (name.length > NAME_MAX) problems.push(`name part ${tooLong(NAME_MAX)}`)
  if (!new RegExp(`^${NAME_FORMAT}$`).test(name)) problems.push(`name part ${NAME_RULE}`)
  return problems
}

function prefixProblems(prefix: string): string[] {
  if (prefix === '') return ['prefix part must be non-empty']
  const problems = []
  if (prefix.length > SUBDOMAIN_MAX) problems.push(`prefix part ${tooLong(SUBDOMAIN_MAX)}`)
  if (!new RegExp(`^${SUBDOMAIN_FORMAT}$`).test(prefix)) {
    problems.push(`prefix part ${SUBDOMAIN_RULE}`)
  }
  return problems
}

function tooLong(bytesMax: number): string {
  return `must be no more than ${bytesMax} bytes`
}
