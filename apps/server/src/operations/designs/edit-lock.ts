import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DesignKind } from './design-kind.ts'

/** How long a lock lasts that nobody renews: three times as long as a browser waits between two renewals. */
const lockSeconds = 90

export interface LockHolder {
  readonly token: string
  readonly username: string
  readonly since: Date
  readonly until: Date
}

/** Who has a lock now, with the token if it is the window that asks. */
export type LockHeld = Omit<LockHolder, 'token'> & { readonly token: string | null }

/** Who is at a design, by PostgreSQL's clock; null when nobody is. */
export async function findHolder(
  tx: Tx,
  { findLock }: DesignKind,
  { workplaceId, designId }: { readonly workplaceId: string; readonly designId: string },
): Promise<LockHolder | null> {
  const [rows] = await tx.batch([{ ...findLock, values: [workplaceId, designId] }])
  const [token, username, since, until] = rows?.[0] ?? []
  if (token == null || username == null) return null
  return { token, username, since: new Date(Number(since)), until: new Date(Number(until)) }
}

interface Taking {
  readonly workplaceId: string
  readonly designId: string
  readonly username: string
  readonly token: string
  /** From whoever has it. He is told with his next renewal or save. */
  readonly takeOver: boolean
}

/** Takes or renews a lock, unless somebody else has it. */
export async function takeLock(
  tx: Tx,
  kind: DesignKind,
  { workplaceId, designId, username, token, takeOver }: Taking,
): Promise<LockHeld> {
  const values = [workplaceId, designId, token, username, takeOver, lockSeconds]
  await tx.batch([{ ...kind.takeLock, values }])
  const holder = await findHolder(tx, kind, { workplaceId, designId })
  if (holder === null) throw new Error('Expected somebody to have the lock that was just taken, but nobody has.')
  return { ...holder, token: holder.token === token ? token : null }
}

export function releaseStatement(
  { releaseLock }: DesignKind,
  { workplaceId, designId, token, username }: Omit<Taking, 'takeOver'>,
): Statement {
  return { ...releaseLock, values: [workplaceId, designId, token, username] }
}
