import type { Tx } from '../../platform/db/database.ts'

/** How long a lock lasts that nobody renews: three times as long as a browser waits between two renewals. */
export const lockSeconds = 90

export interface LockHolder {
  readonly token: string
  readonly username: string
  readonly since: Date
  readonly until: Date
}

/** Who is at a design, by PostgreSQL's clock; null when nobody is. */
export async function findHolder(tx: Tx, workplaceId: string, formId: string): Promise<LockHolder | null> {
  const [rows] = await tx.batch([
    {
      name: 'form_lock_find',
      text: `select token, username, (extract(epoch from since) * 1000)::bigint, (extract(epoch from until) * 1000)::bigint
        from form_lock where workplace_id = $1 and form_id = $2 and until > now()`,
      values: [workplaceId, formId],
    },
  ])
  const [token, username, since, until] = rows?.[0] ?? []
  if (token == null || username == null) return null
  return { token, username, since: new Date(Number(since)), until: new Date(Number(until)) }
}
