import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { watchAdministrators } from '../groups/keep-administrators.ts'
import { refuseBeyondUsers } from '../licences/licence.ts'
import { isEmergencyUser } from '../sessions/mark-emergency.ts'
import { type AccountChange, writeAccountChange } from '../users/account-change.ts'
import { type Account, lockAccount, readAccount } from '../users/accounts.ts'
import { createAccount } from '../users/create-user.ts'
import { markAccountChanged } from '../users/load-account.ts'
import { refuseUser } from '../users/policy.ts'
import type { DirectoryRow } from './directory.ts'
import { findLink, type Link, linkUser, markMemberships } from './directory-links.ts'
import type { RunRow } from './plan-run.ts'
import type { FieldChange, RowOutcome } from './take-over-row.ts'
import { readUserState, type UserState } from './user-state.ts'

export interface TakeOver {
  readonly directory: DirectoryRow
  /** The user whose permissions are used. */
  readonly user: Person
  readonly now: Date
  readonly newId: () => string
  readonly isDryRun: boolean
}

type UserRow = RunRow & { readonly kind: 'user' }

/** Creates the user of an entry, or changes the user who is linked to it. */
export async function takeOverUser(tx: Tx, scope: TakeOver, row: UserRow): Promise<RowOutcome | Refusal> {
  if (row.entryKey === '')
    return invalid(
      `Expected the attribute ${scope.directory.key_attribute}, which names the entry for ever, but it has none.`,
    )
  const link = await findLink(tx, scope.directory, row.entryKey)
  if (link !== null) return changeUser(tx, scope, { row, username: link.username, link })
  const { username } = row.data
  if (username === null)
    return invalid(
      `Expected a user name in ${scope.directory.username_attribute} of letters, digits and . _ @ + -, but there is none.`,
    )
  if (await isEmergencyUser(tx, username)) return protectedUser()
  const taken = await findNamed(tx, scope.user, username)
  if (taken === null) return create(tx, scope, row, username)
  if (taken.isLinked)
    return invalid(`Expected one entry with the user name “${username}”, but it is taken by another entry.`)
  if (scope.directory.existing_rule !== 'link')
    return invalid(
      `Expected a user name that is free, but a user “${taken.username}” exists who does not come from the directory.`,
    )
  return changeUser(tx, scope, { row, username: taken.username, link: null })
}

async function create(tx: Tx, scope: TakeOver, row: UserRow, username: string): Promise<RowOutcome | Refusal> {
  const { user, now, newId, directory } = scope
  const { firstName, lastName, email } = row.data
  const wanted = await resolve(tx, scope, row)
  const groups = wanted.groups.map(({ id }) => id)
  const made = { username, firstName, lastName, email, groups, manager: wanted.manager ?? null }
  const account = await createAccount(tx, user, { ...made, id: newId(), at: now, hash: null, password: null })
  if (account instanceof Refusal) return account
  await linkUser(tx, directory, { userId: account.id, row })
  await markMemberships(tx, directory, { userId: account.id, joined: groups })
  const changes: FieldChange[] = []
  const list = (field: FieldChange['field'], value: string | null | undefined) => {
    if (value) changes.push({ field, old: '', new: value })
  }
  list('firstName', firstName)
  list('lastName', lastName)
  list('email', email)
  list('manager', wanted.manager)
  list('groups', scope.isDryRun ? row.data.groups.join(', ') : wanted.groups.map(({ key }) => key).join(', '))
  return { result: 'new', changes, message: '' }
}

interface Changing {
  readonly row: UserRow
  readonly username: string
  /** The link to the directory; null: a local user, who is linked from now on. */
  readonly link: Link | null
}

async function changeUser(tx: Tx, scope: TakeOver, changing: Changing): Promise<RowOutcome | Refusal> {
  const { user, directory, now } = scope
  const { row, username, link } = changing
  const seen = await readAccount(tx, user, username)
  if (seen === null) return { result: 'same', changes: [], message: '' }
  if (await isEmergencyUser(tx, username)) return protectedUser()
  const wanted = await resolve(tx, scope, row)
  const early = planChange(scope, changing, await readUserState(tx, directory, seen), wanted)
  if (early.isDisabledHere) {
    if (link === null) return invalid('Expected an enabled user, but an administrator disabled this one.')
    await linkUser(tx, directory, { userId: seen.id, row })
    return { result: 'same', changes: [], message: 'An administrator disabled this user.' }
  }
  if (early.changes.length === 0 && !early.isRestored && link !== null) {
    await linkUser(tx, directory, { userId: seen.id, row })
    return { result: 'same', changes: [], message: '' }
  }
  const check = early.left.length > 0 ? await watchAdministrators(tx, user.workplaceId) : null
  const account = await lockAccount(tx, user, { username })
  if (account === null) return { result: 'same', changes: [], message: '' }
  // Decided again with the lock: somebody may have changed them just now.
  const plan = planChange(scope, changing, await readUserState(tx, directory, account), wanted)
  const refusal =
    refuseUser(user, 'keep', account) ??
    (await writeAccountChange(tx, user, { account, administrators: [], change: plan.given }))
  if (refusal !== null) return refusal
  if (plan.isRestored) await tx.batch([restoreStatement(account)])
  await linkUser(tx, directory, { userId: account.id, row })
  await markMemberships(tx, directory, { userId: account.id, joined: plan.joined })
  await markAccountChanged(tx, user, account, now)
  const after = await readAccount(tx, user, username)
  const late =
    (after === null ? null : refuseUser(user, 'keep', after)) ??
    (await check?.()) ??
    (plan.isRestored ? await refuseBeyondUsers(tx, user.workplaceId, now) : null)
  return late ?? { result: plan.isRestored ? 'restored' : 'changed', changes: plan.changes, message: '' }
}

interface Resolved {
  /** The groups of the entry that exist and are enabled. */
  readonly groups: readonly { readonly id: string; readonly key: string }[]
  /** The user name of the manager; undefined when the directory names none, or one without an entry. */
  readonly manager: string | undefined
}

async function resolve(tx: Tx, { directory, user }: TakeOver, { data }: UserRow): Promise<Resolved> {
  const groups =
    data.groups.length === 0
      ? []
      : await runSql<{ id: string; key: string }>(
          tx,
          sql`select id, key from user_group where workplace_id = ${user.workplaceId} and not is_disabled
            and key = any(${[...data.groups]}::text[]) order by key`,
        )
  const manager = data.manager === null ? null : await findLink(tx, directory, data.manager)
  return { groups, manager: manager?.username }
}

interface PlannedChange {
  readonly changes: readonly FieldChange[]
  readonly given: AccountChange
  /** Ids of groups. */
  readonly joined: readonly string[]
  readonly left: readonly string[]
  readonly isRestored: boolean
  /** Whether a user disabled the account, and not a run. */
  readonly isDisabledHere: boolean
}

function planChange(
  { directory, isDryRun }: TakeOver,
  { row: { data }, link }: Changing,
  now: UserState,
  { groups, manager }: Resolved,
): PlannedChange {
  const changes: FieldChange[] = []
  const given: { -readonly [Name in keyof AccountChange]: AccountChange[Name] } = {}
  for (const field of ['firstName', 'lastName', 'email'] as const) {
    const value = data[field]
    if (value === null || value === now[field]) continue
    changes.push({ field, old: now[field], new: value })
    given[field] = value
  }
  if (manager !== undefined && manager !== now.manager) {
    changes.push({ field: 'manager', old: now.manager, new: manager })
    given.manager = manager
  }
  const joined = groups.filter(({ id }) => !now.groups.some((group) => group.id === id))
  const left = now.groups.filter(({ id, isGiven }) => isGiven && !groups.some((group) => group.id === id))
  // At a dry run, a group may not exist yet.
  const missing = isDryRun ? data.groups.filter((key) => !groups.some((group) => group.key === key)) : []
  const names = [...joined.map(({ key }) => key), ...missing]
  if (names.length + left.length > 0)
    changes.push({ field: 'groups', old: left.map(({ key }) => key).join(', '), new: names.join(', ') })
  if (joined.length + left.length > 0)
    given.groups = [...now.groups.filter((group) => !left.includes(group)), ...joined].map(({ id }) => id)
  if (link === null) changes.push({ field: 'source', old: '', new: directory.name })
  const isDisabled = now.status === 'disabled'
  return {
    changes,
    given,
    joined: joined.map(({ id }) => id),
    left: left.map(({ id }) => id),
    isRestored: isDisabled && link?.wasDisabled === true,
    isDisabledHere: isDisabled && link?.wasDisabled !== true,
  }
}

interface Named {
  readonly username: string
  /** Whether the user comes from a directory. */
  readonly isLinked: boolean
}

async function findNamed(tx: Tx, { workplaceId }: Person, username: string): Promise<Named | null> {
  const [row] = await runSql<{ username: string; is_linked: boolean }>(
    tx,
    sql`select u.username, exists (select from directory_user l where l.workplace_id = u.workplace_id and l.user_id = u.id) as is_linked
      from app_user u where u.workplace_id = ${workplaceId} and u.username_key = lower(${username})`,
  )
  return row === undefined ? null : { username: row.username, isLinked: row.is_linked }
}

function restoreStatement({ workplaceId, id }: Account) {
  return {
    name: 'directory_restore',
    text: `update app_user set status = 'enabled', disabled_at = null, disabled_by = null, disabled_reason = null
      where workplace_id = $1 and id = $2 and status = 'disabled'`,
    values: [workplaceId, id],
  }
}

function invalid(message: string): Refusal {
  return refuse('directory.invalid', message)
}

export function protectedUser(): Refusal {
  return invalid('Expected an ordinary user, but this is the emergency administrator, whom no directory changes.')
}
