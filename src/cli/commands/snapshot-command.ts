import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { reasonOf } from '../../reason-of.ts'
import { type Command, defineCommand } from '../command.ts'
import { EXIT_CODE } from '../exit-code.ts'
import { KUBECTL_OPTIONS } from '../source-options.ts'
import { getCommand, READ_RESOURCES } from '../sources/kubectl.ts'
import { takeSnapshot } from '../sources/take-snapshot.ts'

/** `berth snapshot`: everything that scheduling reads of a cluster, and nothing else, by one kubectl get. */
export const snapshot: Command = defineCommand(
  {
    name: 'snapshot',
    summary: 'what scheduling reads of a live cluster, by kubectl',
    operands: '',
    options: {
      output: {
        type: 'string',
        short: 'o',
        value: 'FILE',
        help: 'where to (gzip if it ends in .gz); without it standard output',
      },
      ...KUBECTL_OPTIONS,
      'show-command': { type: 'boolean', help: 'only print the kubectl line' },
    },
    examples: ['snapshot --show-command'],
  },
  async ({ values }, terminal) => {
    const { output, context, kubeconfig } = values
    const asked = { context, kubeconfig }
    if (values['show-command'] === true) {
      terminal.write(`kubectl ${getCommand([...READ_RESOURCES.values()], asked).join(' ')}\n`)
      return EXIT_CODE.done
    }
    terminal.progress('asking the cluster ...')
    const taken = await takeSnapshot(asked)
    if (!taken.ok) return terminal.complain(...taken.error)
    const { text, missing, count } = taken.value
    for (const resource of missing) terminal.note(`the server has no ${resource}`)
    if (output === undefined) {
      terminal.write(text)
      return EXIT_CODE.done
    }
    try {
      await writeFile(output, output.endsWith('.gz') ? gzipSync(text) : text)
    } catch (error) {
      return terminal.complain(`${output}: ${reasonOf(error)}`)
    }
    terminal.note(`${count} objects in ${output}; next: berth decide -s ${output}`)
    return EXIT_CODE.done
  },
)
