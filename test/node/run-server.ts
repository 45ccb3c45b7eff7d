import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const running: ChildProcess[] = []

/** Ends every server that a test left behind. */
export function endServers(): void {
  for (const child of running.splice(0)) child.kill('SIGKILL')
}

export interface Server {
  readonly child: ChildProcess
  /** All that it wrote so far. */
  readonly output: { text: string }
  readonly exit: Promise<number | null>
}

/** Starts the Node entry as a process of its own. */
export function start(env: Record<string, string>): Server {
  const child = spawn(process.execPath, ['src/server.ts'], { env: { ...process.env, ...env } })
  running.push(child)
  const output = { text: '' }
  child.stdout.on('data', (data) => (output.text += data))
  child.stderr.on('data', (data) => (output.text += data))
  return { child, output, exit: once(child, 'exit').then(([code]) => code) }
}

/** The address that the server prints once it listens. */
export async function listening({ child, output }: Server): Promise<string> {
  for (;;) {
    const url = /http:\/\/\S+/.exec(output.text)?.[0]
    if (url !== undefined) return url
    if (child.exitCode !== null || child.stdout === null) throw new Error(output.text)
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  }
}
