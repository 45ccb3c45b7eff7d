import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Schema } from './openapi-document.ts'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

const REFERENCE = '#/components/schemas/'
/** Objects within objects that are written out in place. */
const DEPTH_MAX = 5

/** What a value may be, in one line; named schemas are links. */
export function typeOf(schema: Schema): Html {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(REFERENCE.length)
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum !== undefined) {
    return html`${joined(
      schema.enum.map((one) => html`<code>${JSON.stringify(one)}</code>`),
      ' or ',
    )}`
  }
  const choices = schema.oneOf ?? schema.anyOf ?? schema.allOf
  if (choices !== undefined) return joined(choices.map(typeOf), schema.allOf ? ' and ' : ' or ')
  if (schema.items !== undefined) return html`array of ${typeOf(schema.items)}`
  const { type = 'anything' } = schema
  return html`${typeof type === 'string' ? type : type.join(' or ')}`
}

/** The fields of an object, or of the objects in an array; nothing for other values. */
export function fieldsOf(schema: Schema, depth = 0): Html {
  const object = schema.items ?? schema
  const entries = Object.entries(object.properties ?? {})
  if (entries.length === 0 || depth > DEPTH_MAX) return html``
  return html`<dl>${entries.map(([name, field]) => {
    const isRequired = object.required?.includes(name) === true
    return html`<div><dt><code>${name}</code>${isRequired ? html` <b>required</b>` : ''} <span>${typeOf(field)}${defaultOf(field)}</span></dt>
<dd>${field.description ?? ''}${fieldsOf(field, depth + 1)}</dd></div>`
  })}</dl>`
}

function defaultOf({ default: value }: Schema): Html {
  if (value === undefined || typeof value === 'object') return html``
  return html`, ${JSON.stringify(value)} if absent`
}

function joined(parts: readonly Html[], by: string): Html {
  return html`${parts.map((part, index) => html`${index === 0 ? '' : raw(by)}${part}`)}`
}
