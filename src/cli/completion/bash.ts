import type { Command } from '../command.ts'
import { type Offer, operandOffer, optionOffers } from './offers.ts'

/** A script that bash sources. All that it offers is written into it: no process is run for a TAB. */
export function bashScript(commands: readonly Command[]): string {
  const names = [...commands.map(({ name }) => name), 'help', '--help', '--version']
  return `# bash completion for berth, by berth completion bash
_berth() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    ${offerWords(names)}
    return
  fi
  case "$command $before" in
${commands.flatMap(valueCases).join('\n')}
  esac
  case "$command" in
${commands.map(wordCase).join('\n')}
    help) ${offerWords(commands.map(({ name }) => name))} ;;
  esac
}
complete -o bashdefault -F _berth berth kubectl-berth
`
}

/** After an option: its values. */
function valueCases(command: Command): string[] {
  return optionOffers(command).flatMap(({ words, value }) => {
    if (value === null) return []
    const patterns = words.map((word) => `"${command.name} ${word}"`).join(' | ')
    return [`    ${patterns}) ${offerOf(value)}; return ;;`]
  })
}

/** Else an option, or what stands without one. */
function wordCase(command: Command): string {
  const options = optionOffers(command).flatMap(({ words }) => words)
  return `    ${command.name})
      case "$word" in
        -*) ${offerWords(options)} ;;
        *) ${offerOf(operandOffer(command))} ;;
      esac ;;`
}

function offerOf(offer: Offer): string {
  if (offer === 'anything') return ':'
  if (offer === 'files')
    return 'compopt -o filenames 2> /dev/null; COMPREPLY=($(compgen -f -- "$word"))'
  return offerWords(offer)
}

/** Names of commands, options and profiles: none has a space or a quote in it. */
function offerWords(words: readonly string[]): string {
  if (words.length === 0) return ':'
  return `COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$word"))`
}
