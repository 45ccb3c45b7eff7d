import { sha256OfText } from '../../digest.ts'

/**
 * Cursors are opaque: a position, and a sum over it and the question it belongs to, so that a
 * damaged cursor, or one of another question, is refused instead of giving a wrong page. The sum
 * keeps no secret; whatever a cursor says, every page is authorised for its own caller.
 */
export async function encodeCursor(question: string, position: string): Promise<string> {
  const sum = (await sha256OfText(JSON.stringify([question, position]))).slice(7, 31)
  const text = btoa(JSON.stringify([position, sum]))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The position of a cursor of this question, or null. */
export async function decodeCursor(question: string, cursor: string): Promise<string | null> {
  const position = positionOf(cursor)
  if (position === null) return null
  return cursor === (await encodeCursor(question, position)) ? position : null
}

function positionOf(cursor: string): string | null {
  try {
    const parsed: unknown = JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')))
    const position: unknown = Array.isArray(parsed) ? parsed[0] : null
    return typeof position === 'string' ? position : null
  } catch {
    return null // not one of ours
  }
}
