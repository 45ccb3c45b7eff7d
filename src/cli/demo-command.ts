import { fileURLToPath } from 'node:url'
import { decideCommand } from './decide-command.ts'
import { EXIT_CODE, type ExitCode } from './exit-code.ts'
import type { Terminal } from './terminal.ts'

const EXAMPLE = fileURLToPath(new URL('./example/cluster.json.gz', import.meta.url))

const NEXT = `
The messages above are, word for word, those of the real kube-scheduler in this cluster. Your own:

  kubectl get nodes,pods,namespaces -A -o json | npx berth decide
`

/** \`berth demo\`: the pending pods of a recorded cluster, decided and explained. */
export async function demoCommand(terminal: Terminal): Promise<ExitCode> {
  const code = await decideCommand(['--snapshot', EXAMPLE], terminal)
  if (code === EXIT_CODE.refused) return code
  terminal.write(NEXT)
  return EXIT_CODE.done
}
