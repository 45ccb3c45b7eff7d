import type { Command } from '../command.ts'
import { bashScript } from './bash.ts'

/** zsh runs bash's completions itself. */
export function zshScript(commands: readonly Command[]): string {
  return `# zsh completion for berth, by berth completion zsh
autoload -U +X compinit && compinit -u
autoload -U +X bashcompinit && bashcompinit
${bashScript(commands)}`
}
