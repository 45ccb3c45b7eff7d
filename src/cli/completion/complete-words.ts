import type { Command } from '../command.ts'
import { type Offer, operandOffer, optionOffers } from './offers.ts'

/** What may stand for the last of the words after `berth`, which may be begun. */
export function completeWords(words: readonly string[], commands: readonly Command[]): Offer {
  const [name = '', ...rest] = words
  const begun = words.at(-1) ?? ''
  if (rest.length === 0) return starting(begun, [...commands.map((one) => one.name), 'help'])
  const command = commands.find((one) => one.name === name)
  if (command === undefined) return []
  const options = optionOffers(command)
  const before = rest.at(-2)
  const value = options.find((one) => one.words.includes(before ?? ''))?.value ?? null
  if (value !== null) return Array.isArray(value) ? starting(begun, value) : value
  if (begun.startsWith('-')) {
    return starting(
      begun,
      options.flatMap((one) => one.words),
    )
  }
  const operand = operandOffer(command)
  return Array.isArray(operand) ? starting(begun, operand) : operand
}

function starting(begun: string, words: readonly string[]): readonly string[] {
  return words.filter((word) => word.startsWith(begun))
}
