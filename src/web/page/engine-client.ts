import { text as engineText } from 'berth:engine'
import type { FromWorker, ToWorker } from '../protocol.ts'

/**
 * The worker with the engine. Its text is part of this page and it is started from a blob, so that it
 * inherits the page's policy and cannot reach any server either.
 */
export class EngineClient {
  private worker: Worker | null = null
  private readonly onMessage: (message: FromWorker) => void
  private readonly onDeath: (message: string) => void

  constructor(onMessage: (message: FromWorker) => void, onDeath: (message: string) => void) {
    this.onMessage = onMessage
    this.onDeath = onDeath
  }

  post(message: ToWorker): void {
    this.worker ??= this.start()
    this.worker.postMessage(message)
  }

  /** What is under way is given up; the next message starts a new worker. */
  stop(): void {
    this.worker?.terminate()
    this.worker = null
  }

  private start(): Worker {
    const url = URL.createObjectURL(new Blob([engineText], { type: 'text/javascript' }))
    const worker = new Worker(url, { name: 'berth-engine' })
    URL.revokeObjectURL(url)
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.onMessage(data)
    worker.onerror = ({ message }) => {
      this.stop()
      this.onDeath(message)
    }
    return worker
  }
}
