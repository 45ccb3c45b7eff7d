import { effect } from '@preact/signals'
import { readEvents, type ServerSentEvent } from '../../server-sent-events.ts'
import { isShown, openFollowed } from './actions.ts'
import type { Followed } from './state.ts'
import * as state from './state.ts'

/** A named snapshot of the server that this page came from, shown as it changes. */

/** The page is served so only at /follow: the policy in it is what the browser holds it to. */
export const mayFollow =
  document
    .querySelector('meta[http-equiv="Content-Security-Policy"]')
    ?.getAttribute('content')
    ?.includes("connect-src 'self'") ?? false

const RETRY_MS = 2000
const RETRY_MS_MAX = 30_000
/** The server says every 15 seconds that it is there. */
const SILENCE_MS_MAX = 45_000
/** Every change reads the cluster again. */
const SHOWN_EVERY_MS = 1000
/** Then the snapshot itself is less to read. */
const PATCHES_MAX = 300
const PATCH_CHARACTERS_MAX = 4_000_000

let current: Following | null = null

/** Follows until something else is opened. A token is kept nowhere but in this tab's memory. */
export function follow(name: string, token: string): void {
  current?.end()
  state.followed.value = { name, state: 'asking', says: '', storedAt: '', digest: '' }
  current = new Following(name, token)
  void current.run()
}

export function stopFollowing(): void {
  state.followed.value = null
}

effect(() => {
  if (state.followed.value !== null) return
  current?.end()
  current = null
})

class Following {
  private readonly name: string
  private readonly token: string
  private isEnded = false
  /** The one that is asked over now. */
  private connection = new AbortController()
  /** The objects that patches are of; null: they have to be read. */
  private base: Blob | null = null
  private patches: string[] = []
  private digest = ''
  /** Whether the connection brought anything. */
  private isTold = false
  private showing: ReturnType<typeof setTimeout> | undefined

  constructor(name: string, token: string) {
    this.name = name
    this.token = token
  }

  end(): void {
    this.isEnded = true
    this.connection.abort()
    clearTimeout(this.showing)
  }

  /** Asks again whenever the connection ends, after longer and longer where nothing comes of it. */
  async run(): Promise<void> {
    let waitMs = RETRY_MS
    while (!this.isEnded) {
      this.isTold = false
      this.connection = new AbortController()
      try {
        await this.connect()
      } catch (error) {
        // fetch and its streams throw what is wrong with the connection.
        if (!(error instanceof Error)) throw error
        this.tell({ state: 'lost', says: 'the server does not answer' })
      }
      if (state.followed.value?.state === 'refused') return
      waitMs = this.isTold ? RETRY_MS : Math.min(RETRY_MS_MAX, 2 * waitMs)
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }

  private async connect(): Promise<void> {
    if (this.base === null) {
      const objects = await this.ask('objects')
      if (objects === null) return
      this.digest = (objects.headers.get('etag') ?? '').replaceAll('"', '')
      this.base = await objects.blob()
      this.patches = []
      this.show()
    }
    const events = await this.ask(`events?digest=${this.digest}`)
    if (events === null || events.body === null) return
    const { connection } = this
    const hush = () => setTimeout(() => connection.abort(), SILENCE_MS_MAX)
    let silent = hush()
    try {
      for await (const event of readEvents(events.body)) {
        clearTimeout(silent)
        silent = hush()
        if (event !== null) this.take(event)
        if (this.base === null) break
      }
    } finally {
      clearTimeout(silent)
    }
  }

  /** Null for what is no answer; then it says why. */
  private async ask(path: string): Promise<Response | null> {
    const url = `v1/snapshots/${encodeURIComponent(this.name)}/${path}`
    const headers: Record<string, string> =
      this.token === '' ? {} : { authorization: `Bearer ${this.token}` }
    const response = await fetch(url, { headers, signal: this.connection.signal })
    if (response.ok) return response
    await response.body?.cancel()
    const isRefused = [401, 403, 422].includes(response.status)
    const says = WHY.get(response.status) ?? `the server answers ${response.status}`
    if (response.status === 404) this.base = null
    this.tell({ state: isRefused ? 'refused' : 'lost', says })
    return null
  }

  private take({ event, id, data }: ServerSentEvent): void {
    this.isTold = true
    switch (event) {
      case 'kept':
        this.tell({ state: 'live', says: '', storedAt: storedAtOf(data), digest: id })
        break
      case 'patch':
        this.patches.push(data)
        this.digest = id
        this.tell({ state: 'live', says: '', digest: id })
        if (this.isLong()) this.base = null
        else this.show()
        break
      case 'replaced':
        this.base = null
        break
      case 'gone':
        this.base = null
        this.tell({ state: 'lost', says: GONE })
    }
  }

  private isLong(): boolean {
    const characters = this.patches.reduce((sum, { length }) => sum + length, 0)
    return this.patches.length > PATCHES_MAX || characters > PATCH_CHARACTERS_MAX
  }

  /** Changes that come close together are shown together. */
  private show(): void {
    if (this.showing !== undefined) return
    const showNow = () => {
      this.showing = undefined
      if (this.base === null || this.isEnded) return
      openFollowed({ name: this.name, blob: this.base, patches: [...this.patches] })
    }
    if (isShown(this.name)) this.showing = setTimeout(showNow, SHOWN_EVERY_MS)
    else showNow()
  }

  private tell(news: Partial<Followed>): void {
    const known = state.followed.value
    if (known === null || this.isEnded) return
    state.followed.value = { ...known, ...news }
    // There is where a token is given.
    if (news.state === 'refused') state.openDialog.value = 'data'
  }
}

const GONE = 'the server keeps nothing under this name'

const WHY = new Map([
  [401, 'the server wants a token'],
  [403, 'this token may not'],
  [404, GONE],
  [422, 'this is no name of a snapshot'],
  [429, 'too many follow snapshots there'],
])

function storedAtOf(data: string): string {
  const value: unknown = JSON.parse(data)
  const { storedAt } = value as { readonly storedAt?: unknown } // an object, by its schema
  return typeof storedAt === 'string' ? storedAt : ''
}
