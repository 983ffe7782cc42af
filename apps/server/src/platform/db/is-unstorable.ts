import { UnstorableValue } from '@millrace/engine'
import pg from 'pg'

/**
 * A character that PostgreSQL's text or JSON cannot hold; a text that is too long for its index; a number or a time
 * beyond what its column can be.
 */
const unstorable: ReadonlySet<string> = new Set(['22021', '22P05', '54000', '22003', '22008'])

/** Returns whether PostgreSQL or the driver refused a value because of its content. */
export function isUnstorable(error: unknown): boolean {
  if (error instanceof UnstorableValue) return true
  return error instanceof pg.DatabaseError && error.code !== undefined && unstorable.has(error.code)
}

export const unstorableMessage =
  'Expected values that can be stored, but one has a forbidden character such as NUL, a name or key is too long, or a number or time is too large.'
