import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

export const EXAMPLE_CLUSTER = 'src/cli/example/cluster.json.gz'
export const EXAMPLE_PODS = 'src/cli/example/pods.yaml'

export interface Finished {
  readonly code: number | null
  readonly output: string
  readonly complaints: string
}

/** Runs the command as a process of its own, with an input and without colours. */
export async function runBerth(
  words: readonly string[],
  input = '',
  variables: Readonly<Record<string, string>> = {},
  cwd = process.cwd(),
): Promise<Finished> {
  const plain = { NO_COLOR: '1', FORCE_COLOR: undefined, COLUMNS: '100' }
  const env = { ...process.env, ...plain, ...variables }
  const child = spawn(process.execPath, [MAIN, ...words], { env, cwd })
  let output = ''
  let complaints = ''
  child.stdout.on('data', (data) => (output += data))
  child.stderr.on('data', (data) => (complaints += data))
  // A command that never reads its input may be gone before all of it is written.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, output, complaints }
}
