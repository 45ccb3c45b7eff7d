import { html, raw } from 'hono/html'
import { type ExampleCall, exampleCallOf } from './example-calls.ts'
import type { Answer, OpenApi, Operation, Parameter } from './openapi-document.ts'
import { fieldsOf, type Html, typeOf } from './render-schema.ts'

/** An operation with its place. */
interface Placed {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

const AREAS: readonly (readonly [title: string, prefix: string])[] = [
  ['Snapshots by name', '/v1/snapshots'],
  ['Webhooks', '/webhooks/'],
  ['PriorityClasses', '/v1/clusters/{cluster}/priorityclasses'],
  ['The audit log of preemptions', '/v1/clusters/{cluster}/preemptions'],
  ['Questions about a cluster', '/v1/'],
  ['This server', '/'],
]
const FIRST = 'Questions about a cluster'
const JSON_TYPE = 'application/json'
const HAS_FAILED = 400

/** The OpenAPI document as a page: every operation with an example, every schema; no script in it. */
export async function renderDocs(document: OpenApi, style: string): Promise<string> {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const areas = [FIRST, ...AREAS.map(([title]) => title).filter((title) => title !== FIRST)].map(
    (title) => ({ title, operations: all.filter(({ path }) => areaOf(path) === title) }),
  )
  const { info } = document
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Berth ${info.version}: the API</title>
<style>${raw(style)}</style>
</head>
<body>
<nav aria-label="Operations">
<p><a class="brand" href="/">Berth</a> <a href="/openapi.json">openapi.json</a></p>
${areas.map(
  ({ title, operations }) =>
    html`<h2>${title}</h2><ul>${operations.map(
      ({ method, path, operation }) =>
        html`<li><a href="#${operation.operationId}"><span class="method">${method}</span> ${path}</a></li>`,
    )}</ul>`,
)}
<h2><a href="#schemas">Schemas</a></h2>
</nav>
<main>
<h1>${info.summary}</h1>
<p>Berth ${info.version} over HTTP. JSON in, JSON out; Kubernetes objects exactly as <code>kubectl get -o json</code> prints them.
What is wrong with a request is told as <code>application/problem+json</code>, every place at once.</p>
${areas.map(
  ({ title, operations }) =>
    html`<section><h2>${title}</h2>${operations.map((one) => renderOperation(one))}</section>`,
)}
<section id="schemas"><h2>Schemas</h2>
${Object.entries(document.components.schemas).map(
  ([name, schema]) => html`<article id="schema-${name}" class="schema"><h3>${name}</h3>
<p>${typeOf(schema)}</p>${schema.description === undefined ? '' : html`<p>${schema.description}</p>`}${fieldsOf(schema)}</article>`,
)}
</section>
</main>
</body>
</html>
`
  return String(await page)
}

function areaOf(path: string): string {
  return AREAS.find(([, prefix]) => path.startsWith(prefix))?.[0] ?? FIRST
}

function renderOperation({ method, path, operation }: Placed): Html {
  const { operationId, summary, parameters = [], requestBody, responses, security } = operation
  const schema = requestBody?.content[JSON_TYPE]?.schema
  const answers = Object.entries(responses)
  const told = answers.filter(([status]) => Number(status) < HAS_FAILED)
  const problems = answers.filter(([status]) => Number(status) >= HAS_FAILED)
  return html`<article id="${operationId}" class="operation">
<h3><span class="method">${method}</span> <code>${path}</code></h3>
<p class="summary">${summary}</p>
${
  security === undefined
    ? ''
    : html`<p class="token">Asks for a bearer token${asksForToken(operation) ? '' : ' where one is configured'}.</p>`
}
${parameters.length === 0 ? '' : html`<h4>Parameters</h4><dl>${parameters.map(renderParameter)}</dl>`}
${schema === undefined ? '' : html`<h4>Request</h4><p>${typeOf(schema)}</p>${fieldsOf(schema)}`}
<h4>Answers</h4><dl>${told.map(renderAnswer)}</dl>
<details><summary>Problems</summary><dl>${problems.map(
    ([status, { description }]) => html`<div><dt>${status}</dt><dd>${description}</dd></div>`,
  )}</dl></details>
${renderExamples({ method, path, operation })}
</article>`
}

/** An empty requirement means that it also goes without. */
function asksForToken({ security = [{}] }: Operation): boolean {
  return security.every((one) => Object.keys(one).length > 0)
}

function renderParameter({ name, in: place, required, schema }: Parameter): Html {
  return html`<div><dt><code>${name}</code>${required === true ? html` <b>required</b>` : ''} <span>in ${place}, ${typeOf(schema)}</span></dt><dd>${schema.description ?? ''}</dd></div>`
}

function renderAnswer([status, { description, content = {} }]: [string, Answer]): Html {
  const media = Object.entries(content)
  return html`<div><dt>${status} <span>${media.map(([type, { schema }]) => html`${type}: ${typeOf(schema)} `)}</span></dt><dd>${description}</dd></div>`
}

/** Whole requests with whole answers where the document has them, else one call. */
function renderExamples({ method, path, operation }: Placed): Html {
  const requests = operation.requestBody?.content[JSON_TYPE]?.examples ?? {}
  const [answer] = Object.values(operation.responses)
  const answers = answer?.content?.[JSON_TYPE]?.examples ?? {}
  const whole = Object.entries(requests)
  const call = exampleCallOf({ id: operation.operationId, method, path })
  if (whole.length === 0) {
    if (call === null) return html``
    const answered = Object.values(answers).map(({ value }) => renderAnswered(value))
    return html`<h4>Example</h4>${renderCall(method, call, asksForToken(operation))}${answered}`
  }
  return html`${whole.map(
    ([
      name,
      { summary = name, value },
    ]) => html`<details class="example"><summary>Example: ${summary}</summary>
${renderCall(method, { path: call?.path ?? path, body: value as object }, asksForToken(operation))}
${renderAnswered(answers[name]?.value)}</details>`,
  )}`
}

function renderAnswered(value: unknown): Html {
  if (value === undefined) return html``
  return html`<p>answers</p><pre><code>${JSON.stringify(value, null, 2)}</code></pre>`
}

const ORIGIN = 'http://127.0.0.1:8787'

/** The text goes to curl on its standard input, so that no quote in it needs care. */
function renderCall(method: string, { path, body }: ExampleCall, withToken = false): Html {
  const verb = method === 'get' ? '' : ` -X ${method.toUpperCase()}`
  const token = withToken ? ' \\\n  -H "authorization: Bearer $TOKEN"' : ''
  const head = `curl -s${verb} '${ORIGIN}${path}'${token}`
  if (body === undefined) return html`<pre><code>${head}</code></pre>`
  const text = JSON.stringify(body, null, 2)
  return html`<pre><code>${head} \\
  -H 'content-type: application/json' --data-binary @- <<'JSON'
${text}
JSON</code></pre>`
}
