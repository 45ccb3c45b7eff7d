import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { ProxySettings } from './faulty-proxy.ts'

/** A process that serves Berth, on a port of its own, and comes back after it was killed. */
export interface Served {
  readonly name: string
  readonly url: string
  readonly isUp: () => boolean
  kill(): Promise<void>
  start(): Promise<void>
}

/** What a process is told by its environment. */
export type Env = Readonly<Record<string, string>>

export function nodeServer(name: string, port: number, env: Env): Served {
  return served(name, port, () =>
    spawn(process.execPath, ['src/server.ts'], {
      env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
}

/** The Worker in workerd, as `wrangler dev` runs it; its whole group is killed. */
export function workerServer(name: string, port: number, env: Env): Served {
  const variables = Object.entries(env).flatMap(([key, value]) => ['--var', `${key}:${value}`])
  const words = ['wrangler', 'dev', '--ip', '127.0.0.1', '--port', String(port), ...variables]
  return served(name, port, () =>
    spawn('npx', [...words, '--log-level', 'error', '--show-interactive-dev-session', 'false'], {
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
    }),
  )
}

const UP_MS = 60_000

function served(name: string, port: number, run: () => ChildProcess): Served {
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | null = null
  let isUp = false
  return {
    name,
    url,
    isUp: () => isUp,
    async kill() {
      isUp = false
      if (child === null || child.exitCode !== null) return
      const ended = once(child, 'exit')
      const { pid = 0, spawnargs } = child
      // wrangler has workerd for a child.
      if (spawnargs[0] === 'npx') process.kill(-pid, 'SIGKILL')
      else child.kill('SIGKILL')
      await ended
      child = null
    },
    async start() {
      child = run()
      for (const untilMs = Date.now() + UP_MS; Date.now() < untilMs; ) {
        const answer = await fetch(`${url}/healthz`).catch(() => null)
        if (answer?.ok) {
          isUp = true
          return
        }
        if (child.exitCode !== null) break
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`${name} does not start`)
    },
  }
}

export interface Proxy {
  readonly endpoint: string
  set(settings: ProxySettings): Promise<void>
  stop(): void
}

/** Starts the faulty proxy in front of a DynamoDB. */
export async function startProxy(target: string, settings: ProxySettings): Promise<Proxy> {
  const entry = new URL('faulty-proxy.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [entry, target, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const { value: first = '' } = await lines.next()
  const port = /^port (\d+)$/.exec(String(first))?.[1]
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async set(next) {
      child.stdin.write(`${JSON.stringify(next)}\n`)
      await lines.next()
    },
    stop: () => child.stdin.end(),
  }
}
