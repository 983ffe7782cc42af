import type { DrawingSession } from './drawing-session.ts'
import { nameOf } from './name-of.ts'

/**
 * Replaces the ids of elements in a sentence of the server with their names. Ids in quotation marks are always
 * replaced; others only when they look like generated ids, such as `Activity_0djfc69`, because `start` is also a word.
 */
export function nameElements(session: DrawingSession, sentence: string): string {
  return sentence.replace(/“?\w+”?/g, (whole) => {
    const isQuoted = whole.startsWith('“') && whole.endsWith('”')
    const id = isQuoted ? whole.slice(1, -1) : whole
    if (!isQuoted && !id.includes('_')) return whole
    const name = nameOf(session, id)
    return name === id ? whole : `“${name}”`
  })
}
