import type { Command } from '../command.ts'
import { type Offer, operandOffer, optionOffers } from './offers.ts'

/** A script that fish sources. */
export function fishScript(commands: readonly Command[]): string {
  const lines = [
    '# fish completion for berth, by berth completion fish',
    'complete -c berth -f',
    ...commands.map(({ name, summary }) => {
      return `complete -c berth -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`
    }),
    ...commands.flatMap(commandLines),
  ]
  return `${lines.join('\n')}\n`
}

function commandLines(command: Command): string[] {
  const within = `complete -c berth -n '__fish_seen_subcommand_from ${command.name}'`
  const offer = operandOffer(command)
  const operands =
    Array.isArray(offer) && offer.length > 0 ? [`${within} -a '${offer.join(' ')}'`] : []
  const options = optionOffers(command).map(({ words, help, value }) => {
    const names = words.map((word) =>
      word.startsWith('--') ? `-l ${word.slice(2)}` : `-s ${word.slice(1)}`,
    )
    return [within, ...names, valueFlags(value), '-d', quote(help)].filter(Boolean).join(' ')
  })
  return [...operands, ...options]
}

/** -r: a value must follow, -F: it may be a file, -x: it is no file. */
function valueFlags(value: Offer | null): string {
  if (value === null) return ''
  if (value === 'files') return '-r -F'
  return value === 'anything' ? '-x' : `-x -a '${value.join(' ')}'`
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
