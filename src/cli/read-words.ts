import { parseArgs } from 'node:util'
import { similarNames } from '../admission/decode/similar-names.ts'
import { err, ok, type Result } from '../result.ts'
import type { Asked, CommandWords, OptionTable, Values } from './command-words.ts'

/** Reads the words after a command's name by its table; whatever is wrong says how it is right. */
export function readWords<Options extends OptionTable>(
  command: CommandWords<Options>,
  words: readonly string[],
): Result<Asked<Options>, readonly string[]> {
  const { options, operands, operandsMin = 0, operandsMax = Number.POSITIVE_INFINITY } = command
  const hint = `see berth ${command.name} --help`
  try {
    const { values, positionals: names } = parseArgs({
      args: [...words],
      options,
      allowPositionals: true,
      allowNegative: true,
    })
    const [extra] = names.slice(operands === '' ? 0 : operandsMax)
    if (extra !== undefined) return err([`${JSON.stringify(extra)} is one word too many`, hint])
    if (names.length < operandsMin) {
      return err([`usage: berth ${command.name} ${operands} [OPTION]...`, hint])
    }
    const wrong = wrongChoice(values, options)
    if (wrong !== null) return err([wrong, hint])
    const question = questionOf(command, values, names)
    return ok({ values: values as Values<Options>, names, question }) // parseArgs checked types, we choices
  } catch (error) {
    // parseArgs throws what is wrong with the words, in words for the user.
    if (!(error instanceof TypeError)) throw error
    return err([explain(error, options), hint])
  }
}

/** Files count by what they hold, wherever they are. */
function questionOf(
  { name, options }: CommandWords<OptionTable>,
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
): string {
  const asked = Object.entries(options)
    .filter(([, { value, isOfAnswer }]) => value !== 'FILE' && isOfAnswer !== true)
    .flatMap(([option]) => (values[option] === undefined ? [] : [[option, values[option]]]))
  return JSON.stringify([name, names, asked])
}

function wrongChoice(values: Readonly<Record<string, unknown>>, options: OptionTable) {
  for (const [name, { choices }] of Object.entries(options)) {
    const value = values[name]
    if (choices === undefined || typeof value !== 'string' || choices.includes(value)) continue
    const meant = didYouMean(value, choices)
    return `--${name} is one of ${choices.join(', ')}, not ${JSON.stringify(value)}${meant}`
  }
  return null
}

/** parseArgs' words, without its advice on how to write operands, and with the nearest option. */
function explain({ message }: TypeError, options: OptionTable): string {
  const [, unknown] = /^Unknown option '(-[^']*)'/.exec(message) ?? []
  if (unknown === undefined) return message
  const known = Object.keys(options).map((name) => `--${name}`)
  return `there is no option ${unknown}${didYouMean(unknown, [...known, '--help'])}`
}

/** Of shorter words almost any other is close. */
const SPELLED_MIN = 4

/** `; did you mean X?`, where something is close. */
export function didYouMean(given: string, known: Iterable<string>): string {
  const [closest] = given.length < SPELLED_MIN ? [] : similarNames(given, known)
  return closest === undefined ? '' : `; did you mean ${closest}?`
}
