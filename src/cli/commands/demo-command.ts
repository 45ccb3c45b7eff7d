import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Command, defineCommand } from '../command.ts'
import { EXIT_CODE } from '../exit-code.ts'
import { decide } from './decide-command.ts'

const EXAMPLE = relative(
  process.cwd(),
  fileURLToPath(new URL('../example/cluster.json.gz', import.meta.url)),
)

const NEXT = `
This is a recorded cluster.
Its real kube-scheduler gave these pods the same messages.

One of them in full, and what would help:
  npx berth why -s ${EXAMPLE} shop/skewed-0
Other pods on it:
  npx berth decide -s ${EXAMPLE} -f ${join(dirname(EXAMPLE), 'pods.yaml')}
A cluster of your own:
  npx berth decide --live
`

/** `berth demo`: the pending pods of a recorded cluster, decided and explained. */
export const demo: Command = defineCommand(
  {
    name: 'demo',
    summary: 'decide the pending pods of an example cluster',
    operands: '',
    options: {},
    examples: ['demo'],
  },
  async (_, terminal) => {
    const code = await decide.run(['--snapshot', EXAMPLE], terminal)
    if (code === EXIT_CODE.refused) return code
    terminal.write(NEXT)
    return EXIT_CODE.done
  },
)
