import { refuse } from '../errors/refusal.ts'
import { type Bound, isKeyValue, type Key } from './keys.ts'

/**
 * A position between two rows of a list, in the form in which clients send it back. It only contains values that the
 * client has already seen.
 */
export interface Cursor {
  /** The number of rows before it, as far as it was known when the mark was created. */
  readonly position: number
  readonly bound: Bound
}

/**
 * Writes a cursor as a mark.
 *
 * @param order the sort order that it belongs to, as text.
 */
export function writeCursor({ position, bound }: Cursor, order: string): string {
  return Buffer.from(JSON.stringify([position, order, bound.isInclusive, ...bound.values])).toString('base64url')
}

/**
 * Reads a cursor from a mark.
 *
 * @throws Refusal when the mark does not belong to this list and order.
 */
export function readCursor(text: string, order: string, keys: readonly Key[]): Cursor {
  const [position, itsOrder, isInclusive, ...values] = parse(text)
  const isSound =
    Number.isSafeInteger(position) &&
    (position as number) >= 0 &&
    itsOrder === order &&
    typeof isInclusive === 'boolean' &&
    values.length === keys.length &&
    keys.every((key, index) => isKeyValue(key, values[index]))
  if (!isSound)
    throw refuse(
      'request.invalid',
      'Expected a mark of a page of this list with the same order. Start with the first page.',
    )
  return {
    position: position as number,
    bound: { values: values as (string | null)[], isInclusive: isInclusive as boolean },
  }
}

function parse(text: string): unknown[] {
  try {
    const content: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return Array.isArray(content) ? content : []
  } catch {
    return []
  }
}
