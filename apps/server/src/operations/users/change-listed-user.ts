import type { UserChangeOfMany } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { listGivenOwnRoles } from '../own-roles/give-own-roles.ts'
import { isEmergencyUser } from '../sessions/mark-emergency.ts'
import { type AccountChange, writeAccountChange } from './account-change.ts'
import { type Account, lockAccount, lockAdministrators, noSuchUser, readAccount } from './accounts.ts'
import { writeDisabled } from './disable-user.ts'
import { markAccountChanged, readAccountState, readGivenRoles, refuseAccountChange } from './load-account.ts'
import { refuseUser } from './policy.ts'
import { writeRestored } from './restore-user.ts'

/** The difference that a change of several users makes to one of them: names of added and removed roles and groups. */
export interface ListedDifference {
  /** Whether the user already is as the change would leave them. */
  readonly isSame: boolean
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

interface ListedUser {
  readonly id: string
  readonly change: UserChangeOfMany
  /** Whether the change is carried out and rolled back, so that only its result is known. */
  readonly isDryRun: boolean
  /** Stores the result in the transaction of the change. If it returns false, the change is rolled back. */
  readonly note: (tx: Tx, difference: ListedDifference) => Promise<boolean>
}

const nothing = { added: [], removed: [] } as const

/**
 * Applies a change of many users to one of them, or finds what it would do. Refuses as the operation for one user
 * does: nobody gives or takes a right that they lack.
 *
 * @returns 'lost' when it was rolled back because its result could not be noted.
 */
export async function changeListedUser(
  { db, clock }: OperationContext,
  request: Request,
  { id, change, isDryRun, note }: ListedUser,
): Promise<ListedDifference | Refusal | 'lost'> {
  const { user } = request
  const early = refuseUser(user, 'keep')
  if (early !== null) return early
  if (!isUuid(id)) return noSuchUser()
  return db.withTransaction(actorOf(request), async (tx): Promise<ListedDifference | Refusal | 'lost'> => {
    const administrators = couldDemote(change) ? await lockAdministrators(tx, user.workplaceId) : []
    const account = await lockAccount(tx, user, { id })
    if (account === null) return noSuchUser()
    const refusal = refuseUser(user, 'keep', account) ?? (await refuseEmergency(tx, account, change))
    if (refusal !== null) return refusal
    const done = await write(tx, user, { account, administrators, change, now: clock() })
    if (done instanceof Refusal) return done
    if (isDryRun) await tx.rollback()
    else if (!done.isSame && !(await note(tx, done))) {
      await tx.rollback()
      return 'lost'
    }
    return done
  })
}

function couldDemote({ kind }: UserChangeOfMany): boolean {
  return kind === 'removeRoles' || kind === 'leaveGroups' || kind === 'disable'
}

/** Refuses what could lock out the emergency administrator, who is easily among all users of a filter. */
async function refuseEmergency(tx: Tx, { username }: Account, change: UserChangeOfMany): Promise<Refusal | null> {
  return couldDemote(change) && (await isEmergencyUser(tx, username))
    ? refuse(
        'right.missing',
        'Expected an ordinary user, but this is the emergency administrator. Change this account on its own page.',
      )
    : null
}

interface Writing {
  readonly account: Account
  readonly administrators: readonly string[]
  readonly change: UserChangeOfMany
  readonly now: Date
}

async function write(tx: Tx, user: Person, writing: Writing): Promise<ListedDifference | Refusal> {
  const { account, administrators, change, now } = writing
  const isDisabled = (await readAccountState(tx, account)).status === 'disabled'
  if (change.kind === 'disable' || change.kind === 'restore') {
    const isSame = isDisabled === (change.kind === 'disable')
    if (isSame) return { isSame, ...nothing }
    const refusal =
      change.kind === 'disable'
        ? await writeDisabled(tx, user, { account, administrators, reason: change.reason, now })
        : await writeRestored(tx, user, { account, now })
    return refusal ?? { isSame, ...nothing }
  }
  const refusal = await refuseAccountChange(tx, account, undefined)
  if (refusal !== null) return refusal
  const { wanted, ...difference } =
    'groups' in change ? await compareGroups(tx, account, change) : await compareRoles(tx, account, change)
  if (difference.added.length === 0 && difference.removed.length === 0) return { isSame: true, ...nothing }
  const refused = await writeAccountChange(tx, user, { account, administrators, change: wanted })
  if (refused !== null) return refused
  await markAccountChanged(tx, user, account, now)
  const after = await readAccount(tx, user, account.username)
  return (after === null ? noSuchUser() : refuseUser(user, 'keep', after)) ?? { isSame: false, ...difference }
}

interface Compared extends Omit<ListedDifference, 'isSame'> {
  readonly wanted: AccountChange
}

async function compareRoles(
  tx: Tx,
  account: Account,
  { kind, roles, ownRoles }: Extract<UserChangeOfMany, { roles: unknown }>,
): Promise<Compared> {
  const held = await readGivenRoles(tx, account)
  const heldOwn = await listGivenOwnRoles(tx, account)
  const isAdding = kind === 'addRoles'
  const named = await nameOwnRoles(tx, account.workplaceId, ownRoles)
  const changed = [
    ...roles.filter((role) => held.includes(role) !== isAdding),
    ...ownRoles.filter((key) => heldOwn.includes(key) !== isAdding).map((key) => named.get(key) ?? key),
  ]
  return {
    added: isAdding ? changed : [],
    removed: isAdding ? [] : changed,
    wanted: {
      roles: combine(held, roles, isAdding),
      ...(ownRoles.length === 0 ? {} : { ownRoles: combine(heldOwn, ownRoles, isAdding) }),
    },
  }
}

async function compareGroups(
  tx: Tx,
  { workplaceId, id }: Account,
  { kind, groups }: Extract<UserChangeOfMany, { groups: unknown }>,
): Promise<Compared> {
  const rows = await runSql<{ id: string; name: string; isMember: boolean }>(
    tx,
    sql`select g.id, g.name, m.user_id is not null as "isMember" from user_group g
      left join group_member m on m.workplace_id = g.workplace_id and m.group_id = g.id and m.user_id = ${id}
      where g.workplace_id = ${workplaceId} and (m.user_id is not null or g.id = any(${groups.filter(isUuid)}::uuid[])) order by g.name_key, g.id`,
  )
  const isAdding = kind === 'joinGroups'
  const held = rows.filter(({ isMember }) => isMember).map((group) => group.id)
  const names = new Map(rows.map((group) => [group.id, group.name]))
  // A group that does not exist is refused where it is written.
  const changed = groups.filter((group) => held.includes(group) !== isAdding).map((group) => names.get(group) ?? group)
  return {
    added: isAdding ? changed : [],
    removed: isAdding ? [] : changed,
    wanted: { groups: combine(held, groups, isAdding) },
  }
}

function combine<T>(held: readonly T[], given: readonly T[], isAdding: boolean): T[] {
  return isAdding ? [...new Set([...held, ...given])] : held.filter((one) => !given.includes(one))
}

async function nameOwnRoles(tx: Tx, workplaceId: string, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await runSql<{ key: string; name: string }>(
    tx,
    sql`select key, name from own_role where workplace_id = ${workplaceId} and key = any(${[...keys]}::text[])`,
  )
  return new Map(rows.map(({ key, name }) => [key, name]))
}
