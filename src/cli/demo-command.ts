import { fileURLToPath } from 'node:url'
import { decideCommand } from './decide-command.ts'
import { EXIT_CODE, type ExitCode } from './exit-code.ts'
import type { Terminal } from './terminal.ts'

const EXAMPLE = fileURLToPath(new URL('./example/cluster.json.gz', import.meta.url))

const NEXT = `
This is a recorded cluster, and its real kube-scheduler gave these pods the same messages.

One of them in full:
  npx berth why -s src/cli/example/cluster.json.gz shop/skewed-0
Other pods on it:
  npx berth decide -s src/cli/example/cluster.json.gz -f src/cli/example/pods.yaml
A cluster of your own:
  npx berth decide --live
`

/** \`berth demo\`: the pending pods of a recorded cluster, decided and explained. */
export async function demoCommand(terminal: Terminal): Promise<ExitCode> {
  const code = await decideCommand(['--snapshot', EXAMPLE], terminal)
  if (code === EXIT_CODE.refused) return code
  terminal.write(NEXT)
  return EXIT_CODE.done
}
