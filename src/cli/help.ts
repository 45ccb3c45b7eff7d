import type { Command } from './command.ts'
import type { OptionSpec } from './command-words.ts'
import { hang, type Page } from './text/page.ts'

const EXIT_CODES = [
  'Exit code: 0 all of it fits, 1 something does not, 2 bad usage or bad input, 3 of something it cannot ' +
    'be told, 70 a bug.',
]
/** Where the texts beside names begin. */
const NAME_COLUMNS = 12
const TEXT_COLUMN = 26
const COLUMNS_MAX = 100

/** What there is, a line each. */
export function helpLines(commands: readonly Command[], { columns }: Page): string[] {
  const width = Math.min(columns, COLUMNS_MAX)
  return [
    'berth: where should this pod go, and why?',
    '',
    ...commands.flatMap(({ name, summary }) => {
      return hang(`  ${name.padEnd(NAME_COLUMNS)}`, summary, width)
    }),
    '',
    ...EXIT_CODES.flatMap((text) => hang('', text, width)),
    '',
    'berth COMMAND --help shows its options and examples; berth --version the release.',
  ]
}

/** All about one command: usage, options, examples. */
export function commandHelpLines(command: Command, { columns }: Page): string[] {
  const { name, summary, operands, options, examples, notes = [], subcommands = [] } = command
  const width = Math.min(columns, COLUMNS_MAX)
  const specs = Object.entries(options)
  const usage = ['berth', name, operands, specs.length === 0 ? '' : '[OPTION]...']
  return [
    `berth ${name}: ${summary}`,
    '',
    `  ${usage.filter((word) => word !== '').join(' ')}`,
    ...notes.flatMap((note) => ['', ...hang('', note, width)]),
    ...section(
      'Commands:',
      subcommands.flatMap(([usage, text]) => entryLines(`  berth ${name} ${usage}`, text, width)),
    ),
    ...section(
      'Options:',
      specs.flatMap(([option, spec]) => optionLines(option, spec, width)),
    ),
    ...section(
      'Examples:',
      examples.map((example) => `  berth ${example}`),
    ),
  ]
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines]
}

function optionLines(name: string, spec: OptionSpec, columns: number): string[] {
  const { short, value = '', help, deniable } = spec
  const long = `--${deniable === true ? 'no-' : ''}${name}${value === '' ? '' : ` ${value}`}`
  const lead = `  ${short === undefined ? '    ' : `-${short}, `}${long}`
  return entryLines(lead, help, columns)
}

/** What there is, and beside it, or below where it is long, what it is for. */
function entryLines(lead: string, text: string, columns: number): string[] {
  if (lead.length < TEXT_COLUMN) return hang(lead.padEnd(TEXT_COLUMN), text, columns)
  return [lead, ...hang(' '.repeat(TEXT_COLUMN), text, columns)]
}
