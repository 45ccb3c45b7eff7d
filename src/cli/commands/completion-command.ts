import { type Command, defineCommand } from '../command.ts'
import { bashScript } from '../completion/bash.ts'
import { fishScript } from '../completion/fish.ts'
import { zshScript } from '../completion/zsh.ts'
import { EXIT_CODE } from '../exit-code.ts'
import { didYouMean } from '../read-words.ts'

const SCRIPTS: ReadonlyMap<string, (commands: readonly Command[]) => string> = new Map([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
])

/** `berth completion SHELL`: what makes a shell complete these commands, and itself. */
export function completionOf(commands: readonly Command[]): Command {
  const shells = [...SCRIPTS.keys()]
  const completion = defineCommand(
    {
      name: 'completion',
      summary: 'a script with which bash, zsh or fish complete berth',
      operands: shells.join('|'),
      operandsMin: 1,
      operandsMax: 1,
      operandChoices: shells,
      options: {},
      examples: ['completion bash'],
      notes: [
        'bash: source <(berth completion bash). zsh: the same with zsh, after compinit. fish: berth ' +
          'completion fish | source. In the file that the shell reads at its start it lasts.',
      ],
    },
    ({ names: [shell = ''] }, terminal) => {
      const script = SCRIPTS.get(shell)
      if (script === undefined) {
        const meant = didYouMean(shell, shells)
        return terminal.complain(`completion is for ${shells.join(', ')}, not ${shell}${meant}`)
      }
      terminal.write(script([...commands, completion]))
      return EXIT_CODE.done
    },
  )
  return completion
}
