import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'

/** How long a lock lasts that nobody renews: three times as long as a browser waits between two renewals. */
const lockSeconds = 90

export interface LockHolder {
  readonly token: string
  readonly username: string
  readonly since: Date
  readonly until: Date
}

/** The holder of an edit lock, with the token when the holder is the calling window. */
export type LockHeld = Omit<LockHolder, 'token'> & { readonly token: string | null }

/** Finds the current holder of the edit lock of a design, by PostgreSQL's clock; null when nobody holds it. */
export async function findHolder(
  tx: Tx,
  { workplaceId, designId }: { readonly workplaceId: string; readonly designId: string },
): Promise<LockHolder | null> {
  const [rows] = await tx.batch([
    {
      name: 'design_lock_find',
      text: `select token, username, (extract(epoch from since) * 1000)::bigint, (extract(epoch from until) * 1000)::bigint
        from design_lock where workplace_id = $1 and design_id = $2 and until > now()`,
      values: [workplaceId, designId],
    },
  ])
  const [token, username, since, until] = rows?.[0] ?? []
  if (token == null || username == null) return null
  return { token, username, since: new Date(Number(since)), until: new Date(Number(until)) }
}

interface Taking {
  readonly workplaceId: string
  readonly designId: string
  readonly username: string
  readonly token: string
  /** Takes the lock over from its holder, who learns of it with the next renewal or save. */
  readonly takeOver: boolean
}

/** Takes or renews an edit lock, unless another user holds it. */
export async function takeLock(
  tx: Tx,
  { workplaceId, designId, username, token, takeOver }: Taking,
): Promise<LockHeld> {
  await tx.batch([
    {
      name: 'design_lock_take',
      text: `insert into design_lock as l (workplace_id, design_id, token, username, since, until)
        values ($1, $2, $3, $4, now(), now() + make_interval(secs => $6::int))
        on conflict (workplace_id, design_id) do update set token = excluded.token, username = excluded.username, until = excluded.until,
          since = case when l.token = excluded.token and l.until > now() then l.since else now() end
        where l.until <= now() or (l.token = excluded.token and l.username = excluded.username) or $5::boolean`,
      values: [workplaceId, designId, token, username, takeOver, lockSeconds],
    },
  ])
  const holder = await findHolder(tx, { workplaceId, designId })
  if (holder === null) throw new Error('Expected somebody to have the lock that was just taken, but nobody has.')
  return { ...holder, token: holder.token === token ? token : null }
}

export function releaseStatement({ workplaceId, designId, token, username }: Omit<Taking, 'takeOver'>): Statement {
  return {
    name: 'design_lock_release',
    text: 'delete from design_lock where workplace_id = $1 and design_id = $2 and token = $3 and username = $4',
    values: [workplaceId, designId, token, username],
  }
}
