import { type ApiAnswer, ApiServer, type WatchEvent } from '../../src/live/api-server/api-server.ts'

interface Sent {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

/** An API server that lists what it is given, takes all that is written, and tells nothing by itself. */
export class FakeApi extends ApiServer {
  readonly lists = new Map<string, object[]>()
  /** By the path of a request without its query: what it answers instead, and after how long. */
  readonly answers = new Map<string, () => Promise<ApiAnswer | undefined>>()
  /** By path: what its watch tells. */
  readonly events = new Map<string, readonly WatchEvent[]>()
  /** All but what was read. */
  readonly sent: Sent[] = []
  watches = 0
  ended = 0

  constructor() {
    super({ url: 'http://127.0.0.1:1' })
  }

  override async send(method: string, path: string, sent?: unknown): Promise<ApiAnswer> {
    const [kind = ''] = path.split('?')
    if (method !== 'GET') this.sent.push({ method, path, body: sent })
    const answer = await this.answers.get(kind)?.()
    this.ended++
    const body = { metadata: { resourceVersion: '1' }, items: this.lists.get(kind) ?? [] }
    return answer ?? { status: 200, body }
  }

  /** Ends at once, as behind a proxy whose API server is away. */
  override async watch(
    path: string,
    _: AbortSignal,
    onEvent: (event: WatchEvent) => void,
  ): Promise<number> {
    this.watches++
    const [kind = ''] = path.split('?')
    for (const event of this.events.get(kind) ?? []) onEvent(event)
    return 200
  }
}
