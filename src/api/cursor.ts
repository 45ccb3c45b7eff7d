import { sha256 } from '../store/canonical-json.ts'

/**
 * Cursors are opaque: a position and a sum over it and the question it belongs to, so that a
 * damaged cursor, or one of another question, is refused instead of giving a wrong page. The sum
 * keeps no secret; whatever a cursor says, every page is authorised for its own caller.
 */
export async function encodeCursor(question: string, position: string): Promise<string> {
  const text = JSON.stringify([position, await sum(question, position)])
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The position of a cursor of this question, or null. */
export async function decodeCursor(question: string, cursor: string): Promise<string | null> {
  const [position, given] = parse(cursor)
  if (typeof position !== 'string') return null
  return given === (await sum(question, position)) ? position : null
}

function parse(cursor: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')))
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

async function sum(question: string, position: string): Promise<string> {
  return (await sha256(JSON.stringify([question, position]))).slice(7, 31)
}
