import { allLines } from './text-lines.ts'

/** One event of a stream of the type text/event-stream. */
export interface ServerSentEvent {
  readonly event: string
  /** Of this event or, where it has none, of the last one with one. */
  readonly id: string
  readonly data: string
}

/** The events of a stream as they come; null for each line that says only that somebody is there. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerSentEvent | null, void, void> {
  let id = ''
  let event = ''
  let data: string[] = []
  for await (const line of allLines(body)) {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*?)\r?$/s.exec(line) ?? []
    if (line.trim() === '') {
      if (data.length > 0) yield { event, id, data: data.join('\n') }
      event = ''
      data = []
    } else if (field === '') yield null
    else if (field === 'id') id = value
    else if (field === 'event') event = value
    else if (field === 'data') data.push(value)
  }
}
