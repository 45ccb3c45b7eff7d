/** A message as it came. */
export interface ReceivedMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const WEBHOOK_SECRET = `whsec_${btoa('k'.repeat(32))}`

/**
 * What a Worker's fetch reaches in place of the internet: a receiver that fails the first try of each
 * message, tells at /received what came, and answers some other paths badly.
 */
export function receiver(): (request: Request) => Promise<Response> {
  const messages: ReceivedMessage[] = []
  const tried = new Set<string>()
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/received') return new Response(JSON.stringify(messages))
    if (pathname === '/large') return new Response('x'.repeat(2000))
    if (pathname === '/elsewhere') return redirect('https://hooks.example/berth')
    if (pathname === '/slow') await new Promise((resolve) => setTimeout(resolve, 2000))
    const body = await request.text()
    messages.push({ headers: Object.fromEntries(request.headers), body })
    const id = request.headers.get('webhook-id') ?? ''
    if (tried.has(id)) return new Response(null, { status: 204 })
    tried.add(id)
    return new Response(null, { status: 503 })
  }
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location } })
}
