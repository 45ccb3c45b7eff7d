import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

const STOP_LIMIT_MS = 8000
const LOG_TAIL_LENGTH = 4000

/** A program that runs beside the tests; its output goes to a file. */
export class Program {
  readonly name: string
  readonly logPath: string
  private readonly child: ChildProcess
  private readonly ended: Promise<void>

  constructor(name: string, logPath: string, child: ChildProcess) {
    this.name = name
    this.logPath = logPath
    this.child = child
    this.ended = new Promise((resolve) => child.once('exit', () => resolve()))
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  get pid(): number | undefined {
    return this.child.pid
  }

  log(): string {
    return readFileSync(this.logPath, 'utf8')
  }

  /** Throws with the end of its log when it has ended. */
  mustRun(): void {
    if (!this.isRunning)
      throw new Error(`${this.name} ended:\n${this.log().slice(-LOG_TAIL_LENGTH)}`)
  }

  /** Ends it and what it started: politely, then by force. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (!this.isRunning) return
    this.kill(signal)
    const timer = setTimeout(() => this.kill('SIGKILL'), STOP_LIMIT_MS)
    await this.ended
    clearTimeout(timer)
  }

  private kill(signal: NodeJS.Signals): void {
    const { pid } = this.child
    if (pid === undefined) return
    try {
      // The group: some start children of their own.
      process.kill(-pid, signal)
    } catch {
      this.child.kill(signal)
    }
  }
}

/** The programs of one test, stopped in the reverse order of their start. */
export class Programs {
  private readonly folder: string
  private readonly programs: Program[] = []

  constructor(folder: string) {
    this.folder = folder
  }

  run(
    name: string,
    command: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv = process.env,
  ): Program {
    const logPath = join(this.folder, `${name}-${this.programs.length}.log`)
    const log = openSync(logPath, 'a')
    const child = spawn(command, args, { stdio: ['ignore', log, log], env, detached: true })
    closeSync(log)
    const program = new Program(name, logPath, child)
    this.programs.push(program)
    return program
  }

  async stop(): Promise<void> {
    for (const program of this.programs.reverse()) await program.stop()
    this.programs.length = 0
  }
}

/** A port of the loopback that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}

const POLL_MS = 50

/** Asks again and again until there is an answer; null once the time is over. */
export async function eventually<T>(
  ask: () => Promise<T | null> | T | null,
  limitMs = 20_000,
): Promise<T | null> {
  const started = performance.now()
  for (;;) {
    const answer = await ask()
    if (answer !== null) return answer
    if (performance.now() - started > limitMs) return null
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
