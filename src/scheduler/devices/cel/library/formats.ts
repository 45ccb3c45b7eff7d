import {
  labelValueProblems,
  qualifiedNameProblems,
} from '../../../../snapshot/selectors/qualified-name.ts'
import { CelList, NONE, Optional, type Outcome } from '../values/cel-value.ts'
import { NamedFormat } from '../values/named-format.ts'
import { isCalendarDay } from '../values/time.ts'
import { requestUriError } from '../values/url.ts'
import { utf8Length } from '../values/utf8.ts'
import { patternCost } from './cost.ts'
import { type Cost, global, method, type Overload } from './overload.ts'
import { aFormat, aString, listOf, optional } from './params.ts'

type Validate = (text: string) => readonly string[]

const LABEL_MAX = 63
const SUBDOMAIN_MAX = 253
const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`
const LABEL_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?'
const IS_LABEL = new RegExp(`^${LABEL}$`)
const IS_SUBDOMAIN = new RegExp(`^${SUBDOMAIN}$`)
const IS_LABEL_1035 = new RegExp(`^${LABEL_1035}$`)

const LABEL_RULE = `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${LABEL}')`
const SUBDOMAIN_RULE = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${SUBDOMAIN}')`
const LABEL_1035_RULE = `a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '${LABEL_1035}')`

function problems(text: string, lengthMax: number, wrong: string | null): readonly string[] {
  const tooLong =
    utf8Length(text) > lengthMax ? [`must be no more than ${lengthMax} characters`] : []
  return wrong === null ? tooLong : [...tooLong, wrong]
}

function labelProblems(text: string): readonly string[] {
  const wrong = IS_SUBDOMAIN.test(text) ? 'must not contain dots' : LABEL_RULE
  return problems(text, LABEL_MAX, IS_LABEL.test(text) ? null : wrong)
}

function subdomainProblems(text: string): readonly string[] {
  return problems(text, SUBDOMAIN_MAX, IS_SUBDOMAIN.test(text) ? null : SUBDOMAIN_RULE)
}

function label1035Problems(text: string): readonly string[] {
  return problems(text, LABEL_MAX, IS_LABEL_1035.test(text) ? null : LABEL_1035_RULE)
}

/** A prefix of a generated name may end in a dash. */
function asPrefix(validate: Validate): Validate {
  return (text) => validate(/.-$/s.test(text) ? `${text.slice(0, -2)}a` : text)
}

function unless(isValid: (text: string) => boolean, problem: string): Validate {
  return (text) => (isValid(text) ? [] : [problem])
}

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i
const BASE64 =
  /^(?:[A-Za-z0-9+\\/]{4})*(?:[A-Za-z0-9+\\/]{2}==|[A-Za-z0-9+\\/]{3}=|[A-Za-z0-9+\\/]{4})$/
const TIME = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$/

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  return match !== null && isCalendarDay(Number(match[1]), Number(match[2]), Number(match[3]))
}

function isDateTime(text: string): boolean {
  const [date = '', time] = text.toLowerCase().split('t')
  const match = text.length < 4 || time === undefined || !isDate(date) ? null : TIME.exec(time)
  if (match === null) return false
  const [, hours = '', minutes = '', seconds = ''] = match
  return hours <= '23' && minutes <= '59' && seconds <= '59'
}

/** By the name in expressions; the second name is what two formats are compared by. */
const FORMATS: ReadonlyMap<string, NamedFormat> = new Map([
  named('dns1123Label', 'DNS1123Label', labelProblems, 30),
  named('dns1123Subdomain', 'DNS1123Subdomain', subdomainProblems, 60),
  named('dns1035Label', 'DNS1035Label', label1035Problems, 30),
  named('qualifiedName', 'QualifiedName', qualifiedNameProblems, 60),
  named('dns1123LabelPrefix', 'DNS1123LabelPrefix', asPrefix(labelProblems), 30),
  named('dns1123SubdomainPrefix', 'DNS1123SubdomainPrefix', asPrefix(subdomainProblems), 60),
  named('dns1035LabelPrefix', 'DNS1035LabelPrefix', asPrefix(label1035Problems), 30),
  named('labelValue', 'LabelValue', labelValueProblems, 40),
  named('uri', 'URI', uriProblems, 1103),
  named(
    'uuid',
    'uuid',
    unless((text) => UUID.test(text), 'does not match the UUID format'),
    72,
  ),
  named(
    'byte',
    'byte',
    unless((text) => BASE64.test(text), 'invalid base64'),
    84,
  ),
  named('date', 'date', unless(isDate, 'invalid date'), 71),
  named('datetime', 'datetime', unless(isDateTime, 'invalid datetime'), 71),
])

function named(
  name: string,
  comparedBy: string,
  validate: Validate,
  patternLength: number,
): [string, NamedFormat] {
  return [name, new NamedFormat(comparedBy, validate, patternLength)]
}

function uriProblems(text: string): readonly string[] {
  const error = requestUriError(text)
  return error === null ? [] : [error]
}

function validate(format: NamedFormat, text: string): Outcome {
  const found = format.validate(text)
  return found.length === 0 ? NONE : new Optional(new CelList([...found]))
}

const validationCost: Cost = ([format, text]) =>
  format instanceof NamedFormat ? patternCost(text, format.patternLength) : 1

/** Kubernetes' formats of strings (apiserver library/format.go). */
export const STRING_FORMATS: readonly Overload[] = [
  method('validate', [aFormat, aString], optional(listOf(aString)), validate, {
    costOfName: validationCost,
  }),
  global('format.named', [aString], optional(aFormat), (name) => {
    const format = FORMATS.get(name)
    return format === undefined ? NONE : new Optional(format)
  }),
  ...[...FORMATS].map(([name, format]) => global(`format.${name}`, [], aFormat, () => format)),
]
