import { type Role, readRole, roles } from '@millrace/contract'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { displayNameOf } from '../../runtime/rights/people.ts'
import { refuseDisabled } from '../records/load-record.ts'
import { type Revised, refuseChangedMeanwhile } from '../records/refuse-changed-meanwhile.ts'
import type { Account } from './accounts.ts'

interface AccountState extends Revised {
  readonly status: string
  readonly disabled_at: Date | null
  readonly disabled_reason: string | null
}

/** Reads the record of a locked account: name, revision, and disabling. */
export async function readAccountState(tx: Tx, { workplaceId, id }: Account): Promise<AccountState> {
  const [row] = await runSql<AccountState>(
    tx,
    sql`select u.workplace_id, ${displayNameOf('u')} as name, u.revision, u.updated_at, u.updated_by, u.status, u.disabled_reason,
      case when u.status = 'disabled' then coalesce(u.disabled_at, u.updated_at) end as disabled_at
      from app_user u where u.workplace_id = ${workplaceId} and u.id = ${id}`,
  )
  if (row === undefined) throw new Error('Expected the row of an account that is locked, but there is none.')
  return row
}

/**
 * Refuses with `thing.disabled`, or with `thing.changed` where somebody else has changed the account since its revision
 * was read.
 */
export async function refuseAccountChange(
  tx: Tx,
  account: Account,
  revision: number | undefined,
): Promise<Refusal | null> {
  const state = await readAccountState(tx, account)
  return (
    refuseDisabled({ kind: 'user', one: 'a user' }, { ...state, disabled_reason: state.disabled_reason ?? '' }) ??
    (await refuseChangedMeanwhile(tx, state, revision))
  )
}

/** Records who changed the account, and increases its revision. */
export async function markAccountChanged(tx: Tx, user: Person, { id }: Account, now: Date): Promise<void> {
  await tx.batch([
    {
      name: 'account_mark_changed',
      text: 'update app_user set revision = revision + 1, updated_at = $3, updated_by = $4 where workplace_id = $1 and id = $2',
      values: [user.workplaceId, id, now.toISOString(), user.username],
    },
  ])
}

/** Returns the roles that are given to the user directly, without those of groups. */
export async function readGivenRoles(
  tx: Tx,
  { workplaceId, id }: Pick<Account, 'workplaceId' | 'id'>,
): Promise<Role[]> {
  const [rows = []] = await tx.batch([
    {
      name: 'account_given_roles',
      text: 'select role from user_role where workplace_id = $1 and user_id = $2',
      values: [workplaceId, id],
    },
  ])
  const held = new Set(rows.map(([role]) => readRole(role ?? '')))
  return roles.filter((role) => held.has(role))
}

/** Returns whether a directory checks the password of the user. */
export async function isOfDirectory(
  tx: Tx,
  { workplaceId, id }: Pick<Account, 'workplaceId' | 'id'>,
): Promise<boolean> {
  const [rows] = await tx.batch([
    {
      name: 'account_directory',
      text: 'select directory_id is not null from app_user where workplace_id = $1 and id = $2',
      values: [workplaceId, id],
    },
  ])
  return rows?.[0]?.[0] === 't'
}

/** Refuses with `user.own-account`. */
export function ownAccount(sentence: string): Refusal {
  return refuse('user.own-account', sentence)
}
