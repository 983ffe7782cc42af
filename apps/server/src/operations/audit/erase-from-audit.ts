import type { Statement } from '../../platform/db/batch.ts'

/**
 * Returns the statement that erases a user from the audit of their workplace: the values of entries about them and of
 * entries of this transaction, and their name as the author of revisions. Salted digests stay in place of the values, so
 * the chain stays whole. It has to be the last statement of the transaction that erases the user. A second time it does
 * nothing.
 *
 * @param user.pseudonym the name that replaces the user name.
 */
export function eraseFromAuditStatement(
  workplaceId: string,
  { id, username, pseudonym }: { readonly id: string; readonly username: string; readonly pseudonym: string },
  now: Date,
): Statement {
  return {
    name: 'audit_erase',
    text: `insert into audit_erasure (workplace_id, subject, erased_name, pseudonym, erased_at) values ($1, $2, $3, $4, $5)
      on conflict do nothing`,
    values: [workplaceId, id, username, pseudonym, now.toISOString()],
  }
}
