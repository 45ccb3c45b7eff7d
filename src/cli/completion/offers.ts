import type { Command } from '../command.ts'
import type { OptionSpec } from '../command-words.ts'

/** What may stand after an option or a command: these words, or any file. */
export type Offer = readonly string[] | 'files' | 'anything'

/** Every option of a command as it is written, and what may follow it; null: nothing does. */
export interface OptionOffer {
  /** `--output`, `-o` */
  readonly words: readonly string[]
  readonly help: string
  readonly value: Offer | null
}

export function optionOffers({ options }: Command): OptionOffer[] {
  const own = Object.entries(options).map(([name, spec]) => ({
    words: [
      `--${spec.deniable === true ? 'no-' : ''}${name}`,
      ...(spec.short === undefined ? [] : [`-${spec.short}`]),
    ],
    help: spec.help,
    value: spec.type === 'boolean' ? null : valueOffer(spec),
  }))
  return [...own, { words: ['--help', '-h'], help: 'options and examples', value: null }]
}

function valueOffer({ choices, suggests, value = '' }: OptionSpec): Offer {
  return choices ?? suggests ?? (value === 'FILE' ? 'files' : 'anything')
}

/** What may stand where no option does. */
export function operandOffer({ operands, operandChoices }: Command): Offer {
  if (operandChoices !== undefined) return operandChoices
  return operands === '' ? [] : 'anything'
}
