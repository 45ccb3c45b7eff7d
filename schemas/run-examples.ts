import { createApp } from '../src/app.ts'
import { EXAMPLES, type Examples } from './examples.ts'
import type { Example, Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'

/** All examples with the answers that the app gives to their requests now. */
export async function runExamples(): Promise<Examples> {
  const answered = new Map<string, Readonly<Record<string, Example>>>()
  for (const operation of OPERATIONS) {
    const examples: [string, Example][] = []
    for (const [name, example] of Object.entries(EXAMPLES.get(operation.id) ?? {})) {
      examples.push([name, { ...example, response: await ask(operation, example) }])
    }
    if (examples.length > 0) answered.set(operation.id, Object.fromEntries(examples))
  }
  return answered
}

async function ask({ method, path }: Operation, { request }: Example): Promise<object> {
  const response = await createApp().request(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  const answer = (await response.json()) as object // its schema is held against it by a test
  if (response.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer
}
