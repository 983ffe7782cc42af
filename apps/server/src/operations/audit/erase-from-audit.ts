import { randomUUID } from 'node:crypto'
import type { Statement } from '../../platform/db/batch.ts'

/**
 * Returns the statement that erases a person from the audit of their workplace: the values of entries about them, and
 * their name as the author of revisions. Salted digests stay in place of the values, so the chain stays whole. It
 * belongs into the transaction that erases the user. A second time it does nothing.
 */
export function eraseFromAuditStatement(
  workplaceId: string,
  { id, username }: { readonly id: string; readonly username: string },
  now: Date,
): Statement {
  return {
    name: 'audit_erase',
    text: `insert into audit_erasure (workplace_id, subject, erased_name, pseudonym, erased_at) values ($1, $2, $3, $4, $5)
      on conflict do nothing`,
    values: [workplaceId, id, username, `erased-${randomUUID()}`, now.toISOString()],
  }
}
