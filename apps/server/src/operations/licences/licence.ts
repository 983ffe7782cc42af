import { type LicenceState, licenceLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'

export interface StoredLicence {
  readonly number: string
  readonly holder: string
  readonly application_keys: readonly string[]
  readonly applications: number
  readonly users: number | null
  /** YYYY-MM-DD */
  readonly expires_on: string
  readonly issued_on: string
  readonly uploaded_at: Date
  readonly uploaded_by: string | null
  readonly seen_at: Date
}

/** Returns the licence of a workplace; null when it has none, and everything is allowed. */
export async function findLicence(tx: Tx, workplaceId: string): Promise<StoredLicence | null> {
  const [row] = await runSql<StoredLicence>(
    tx,
    sql`select number, holder, application_keys, applications, users, to_char(expires_on, 'YYYY-MM-DD') as expires_on,
        to_char(issued_on, 'YYYY-MM-DD') as issued_on, uploaded_at, uploaded_by, seen_at
      from licence where workplace_id = ${workplaceId}`,
  )
  return row ?? null
}

const dayMs = 86_400_000

/**
 * Returns the state of a licence at a time. Counts from the latest time that any server has seen, so changing a clock
 * does not extend a licence.
 */
export function judgeLicence(
  { expires_on, seen_at }: Pick<StoredLicence, 'expires_on' | 'seen_at'>,
  now: Date,
): { readonly state: Exclude<LicenceState['state'], 'none'>; readonly daysLeft: number | null } {
  const at = Math.max(now.getTime(), seen_at.getTime())
  const today = Date.parse(new Date(at).toISOString().slice(0, 10))
  const daysLeft = Math.round((Date.parse(expires_on) - today) / dayMs)
  if (daysLeft < 0) return { state: 'expired', daysLeft: null }
  return { state: daysLeft <= licenceLimits.warningDays ? 'expiring' : 'valid', daysLeft }
}

/** Refuses with `licence.expired` where something new would be created under a licence that has expired. */
export async function refuseExpired(tx: Tx, workplaceId: string, now: Date): Promise<Refusal | null> {
  return expired(await seeLicence(tx, workplaceId, now), now)
}

/** Refuses with `licence.users` where more users would be enabled than the licence covers. */
export async function refuseBeyondUsers(tx: Tx, workplaceId: string, now: Date): Promise<Refusal | null> {
  const licence = await seeLicence(tx, workplaceId, now)
  const refusal = expired(licence, now)
  if (refusal !== null || licence === null || licence.users === null) return refusal
  const enabled = await countUsers(tx, workplaceId)
  if (enabled <= licence.users) return null
  return refuse(
    'licence.users',
    `Expected at most ${licence.users} enabled users as the licence covers, but there would be ${enabled}. Disable a user, or ask the vendor for a larger licence.`,
  )
}

/** Counts the enabled users of a workplace. */
export async function countUsers(tx: Tx, workplaceId: string): Promise<number> {
  const [row] = await runSql<{ count: string }>(
    tx,
    sql`select count(*) as count from app_user where workplace_id = ${workplaceId} and status <> 'disabled'`,
  )
  return Number(row?.count ?? 0)
}

/**
 * Reads the licence under a lock, so that two callers cannot both take the last place, and stores the current time as
 * the latest seen. Times are stored at intervals only, because a row that is written all the time costs more than it is
 * worth.
 */
export async function seeLicence(tx: Tx, workplaceId: string, now: Date): Promise<StoredLicence | null> {
  const [, row] = await tx.batch([
    {
      name: 'licence_see',
      text: `update licence set seen_at = $2 where workplace_id = $1 and seen_at < $2::timestamptz - interval '1 hour'`,
      values: [workplaceId, now.toISOString()],
    },
    { name: 'licence_lock', text: 'select 1 from licence where workplace_id = $1 for update', values: [workplaceId] },
  ])
  return row?.[0] === undefined ? null : findLicence(tx, workplaceId)
}

export function expired(licence: StoredLicence | null, now: Date): Refusal | null {
  if (licence === null || judgeLicence(licence, now).state !== 'expired') return null
  return refuse(
    'licence.expired',
    `Expected a licence that is valid, but licence ${licence.number} expired on ${presentDay(licence.expires_on)}. Running instances continue. An administrator can renew the licence on the page Licence Management.`,
  )
}

export function presentDay(day: string): string {
  return day.split('-').toReversed().join('/')
}
