import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ClassicResult } from '../conformance/compare-classic.ts'
import type { ModernResult } from '../conformance/compare-modern.ts'
import type { Answer, Case } from '../conformance/corpus.ts'

type SchedulerAnswer = Answer<ModernResult & ClassicResult>

const MODULE = fileURLToPath(new URL('./scheduler', import.meta.url))
const PROGRAM = fileURLToPath(new URL('../../.build/differential/scheduler', import.meta.url))

/** Builds the program that scheduler/go.mod describes; Go needs minutes for it once, then seconds. */
export async function buildScheduler(): Promise<string> {
  mkdirSync(new URL('.', `file://${PROGRAM}`), { recursive: true })
  const env = { ...process.env, CGO_ENABLED: '0' }
  await promisify(execFile)('go', ['build', '-o', PROGRAM, '.'], { cwd: MODULE, env })
  return PROGRAM
}

/** A running kube-scheduler that answers one case after another. */
export class RealScheduler {
  private readonly program: ChildProcessWithoutNullStreams
  private readonly answers: AsyncIterator<string>

  constructor(path: string) {
    this.program = spawn(path)
    this.program.stderr.pipe(process.stderr)
    this.answers = createInterface({ input: this.program.stdout })[Symbol.asyncIterator]()
  }

  async ask(one: Case): Promise<SchedulerAnswer> {
    this.program.stdin.write(`${JSON.stringify(one)}\n`)
    const answer = await this.answers.next()
    if (answer.done === true) throw new Error('the scheduler ended')
    return JSON.parse(answer.value) as SchedulerAnswer // scheduler/nodes.go has its shape
  }

  async end(): Promise<void> {
    this.program.stdin.end()
    await once(this.program, 'exit')
  }
}
