import { UnreadableData } from '@millrace/engine/codec'
import pg from 'pg'
import { hasLostDatabase } from '../../platform/db/has-lost-database.ts'
import { isUnstorable } from '../../platform/db/is-unstorable.ts'
import { UnreadableDefinition } from '../../runtime/definitions/definitions.ts'

/** The errors of JavaScript itself, by which a fault in rows or in the program becomes apparent. */
const faults: readonly unknown[] = [Error, TypeError, RangeError, ReferenceError, SyntaxError]

/** The class of SQLSTATE `integrity_constraint_violation`: the changes of a step do not fit the rows. */
const violation = /^23/

/**
 * Returns whether an error means that the engine cannot process an instance: its model or rows are unreadable, or the
 * changes of a step cannot be stored. Errors that pass, such as a deadlock, a cancelled statement, a lost database or a
 * caller who disconnects, say nothing about the instance. Neither do errors of unknown classes.
 */
export function cannotBeProcessed(error: unknown): boolean {
  if (!(error instanceof Error) || hasLostDatabase(error)) return false
  if (error instanceof UnreadableDefinition || error instanceof UnreadableData || isUnstorable(error)) return true
  if (error instanceof pg.DatabaseError) return violation.test(error.code ?? '')
  // Errors of sockets, files and Node.js have a code.
  return faults.includes(error.constructor) && !('code' in error)
}
