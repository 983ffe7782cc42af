import type { UserImportField } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { writePropertyValues } from '../user-properties/set-property-values.ts'
import { withUniqueValues } from '../user-properties/unique-values.ts'
import { type AccountChange, writeAccountChange } from '../users/account-change.ts'
import { type Account, lockAccount, noSuchUser, readAccount } from '../users/accounts.ts'
import { createAccount } from '../users/create-user.ts'
import { markAccountChanged, readGivenRoles, refuseAccountChange } from '../users/load-account.ts'
import { refuseUser } from '../users/policy.ts'
import type { RowValues } from './read-row.ts'
import { listChanges, type Named, nobody, type RowOutcome, type UserState, withoutKey } from './row-changes.ts'
import { propertyOf } from './user-import.ts'

export interface RowImport {
  readonly values: RowValues
  /** The field that users are known by. */
  readonly key: UserImportField
  /** Whether the changes are rolled back, so that only the result is known. */
  readonly isDryRun: boolean
  /** Returns whether the file has a user with this name, who can be a manager before the account exists. */
  readonly isInFile: (tx: Tx, username: string) => Promise<boolean>
}

/**
 * Creates or changes the user of a row: the whole row or nothing. Permissions are checked as for a change of a single
 * user: an import cannot give a role or group with permissions that its user lacks. Roles and groups are added, never
 * removed.
 */
export async function importRow(
  context: OperationContext,
  request: Request,
  row: RowImport,
): Promise<RowOutcome | Refusal> {
  let writing = ''
  return withUniqueValues(
    () =>
      context.db.withTransaction(actorOf(request), async (tx) => {
        const outcome = await writeRow(tx, context, request.user, {
          ...row,
          onWrite: (key) => {
            writing = key
          },
        })
        if (row.isDryRun && !(outcome instanceof Refusal)) await tx.rollback()
        return outcome
      }),
    () => ({ where: `property:${writing}`, message: pageTexts.userProperties.valueTaken }),
  )
}

type Writing = RowImport & { readonly onWrite: (key: string) => void }

async function writeRow(
  tx: Tx,
  { clock, runtime }: OperationContext,
  user: Person,
  row: Writing,
): Promise<RowOutcome | Refusal> {
  const found = await findAccount(tx, user, row)
  if (found instanceof Refusal) return found
  const values = found === null ? row.values : withoutKey(row.values, row.key)
  const groups = await findGroups(tx, user, values.groups ?? [])
  if (groups instanceof Refusal) return groups
  const manager = await findManager(tx, user, row)
  if (manager instanceof Refusal) return manager
  const now = found === null ? nobody : await readState(tx, found)
  const changes = listChanges(now, values, groups)
  if (found !== null && changes.length === 0) return { result: 'same', changes }
  const given: AccountChange = {
    ...(values.firstName !== undefined && { firstName: values.firstName }),
    ...(values.lastName !== undefined && { lastName: values.lastName }),
    ...(values.email !== undefined && { email: values.email }),
    ...(manager !== undefined && { manager }),
    ...(values.roles !== undefined && { roles: [...new Set([...now.roles, ...values.roles])] }),
    ...(groups.length > 0 && { groups: [...new Set([...now.groups, ...groups].map(({ id }) => id))] }),
  }
  const account =
    found === null
      ? await create(tx, user, { values, given, id: runtime.newId(), at: clock() })
      : await change(tx, user, { account: found, given, now: clock() })
  if (account instanceof Refusal) return account
  const hasProperties = changes.some(({ field }) => propertyOf(field) !== null)
  const refusal = hasProperties
    ? await writePropertyValues(tx, user, { account, values: values.properties, onWrite: row.onWrite })
    : null
  return refusal ?? { result: found === null ? 'new' : 'changed', changes }
}

/** Returns the account of the row, locked; null: it is a new user. */
async function findAccount(
  tx: Tx,
  user: Person,
  { values, key, isDryRun }: Writing,
): Promise<Account | null | Refusal> {
  const property = propertyOf(key)
  const find = isDryRun ? readAccount : (from: Tx, by: Person, username: string) => lockAccount(from, by, { username })
  if (property === null)
    return values.username === undefined
      ? refuseRow('Expected a user name, but the cell is empty.')
      : find(tx, user, values.username)
  const value = values.properties[property]
  if (value === undefined) return refuseRow('Expected a value of the key, but the cell is empty.')
  const [held] = await runSql<{ username: string }>(
    tx,
    sql`select u.username from user_property_value v join user_property p on p.workplace_id = v.workplace_id and p.id = v.property_id
      join app_user u on u.workplace_id = v.workplace_id and u.id = v.user_id
      where v.workplace_id = ${user.workplaceId} and p.key = ${property} and v.unique_key = lower(${value})`,
  )
  if (held === undefined) {
    if (values.username === undefined) return refuseRow('Expected a user name for this new user, but there is none.')
    const other = await readAccount(tx, user, values.username)
    return other === null
      ? null
      : refuseRow(`Expected a new user, but “${values.username}” exists already with another value of the key.`)
  }
  if (values.username !== undefined && values.username !== held.username)
    return refuseRow(`Expected the user name “${held.username}” of the user with this key. User names are not changed.`)
  return find(tx, user, held.username)
}

async function findGroups(tx: Tx, { workplaceId }: Person, names: readonly string[]): Promise<Named[] | Refusal> {
  if (names.length === 0) return []
  const rows = await runSql<Named & { key: string }>(
    tx,
    sql`select id, key, name from user_group where workplace_id = ${workplaceId} and not is_disabled
      and (key = any(${[...names]}::text[]) or name = any(${[...names]}::text[])) order by key`,
  )
  const found: Named[] = []
  for (const name of names) {
    const group = rows.find(({ key }) => key === name) ?? rows.find((one) => one.name === name)
    if (group === undefined)
      return refuseRow(
        `Expected an enabled group, but “${name.slice(0, 50)}” does not exist or is disabled. Create it first.`,
      )
    found.push(group)
  }
  return found
}

/** Returns the user name of the manager; undefined where the row has none, or they do not exist yet at a dry run. */
async function findManager(
  tx: Tx,
  { workplaceId }: Person,
  { values, isDryRun, isInFile }: Writing,
): Promise<string | undefined | Refusal> {
  const { manager } = values
  if (manager === undefined) return undefined
  const [found] = await runSql<{ id: string }>(
    tx,
    sql`select id from app_user where workplace_id = ${workplaceId} and username = ${manager}`,
  )
  if (found !== undefined) return manager
  if (isDryRun && manager !== values.username && (await isInFile(tx, manager))) return undefined
  return refuseRow(`Expected a manager who exists or is in the file, but there is no user “${manager}”.`)
}

async function readState(tx: Tx, account: Account): Promise<UserState> {
  const { workplaceId, id } = account
  const [row] = await runSql<{ manager: string | null; groups: Named[]; properties: Record<string, string> }>(
    tx,
    sql`select (select m.username from app_user m where m.workplace_id = u.workplace_id and m.id = u.manager_id) as manager,
        coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name, g.id) from group_member m
          join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id where m.workplace_id = u.workplace_id and m.user_id = u.id), '[]') as groups,
        coalesce((select json_object_agg(p.key, v.value) from user_property_value v
          join user_property p on p.workplace_id = v.workplace_id and p.id = v.property_id where v.workplace_id = u.workplace_id and v.user_id = u.id), '{}') as properties
      from app_user u where u.workplace_id = ${workplaceId} and u.id = ${id}`,
  )
  return {
    firstName: account.firstName ?? '',
    lastName: account.lastName ?? '',
    email: account.email ?? '',
    manager: row?.manager ?? '',
    roles: await readGivenRoles(tx, account),
    groups: row?.groups ?? [],
    properties: row?.properties ?? {},
  }
}

interface NewRow {
  readonly values: RowValues
  readonly given: AccountChange
  readonly id: string
  readonly at: Date
}

async function create(tx: Tx, user: Person, { values, given, id, at }: NewRow): Promise<Account | Refusal> {
  const early = refuseUser(user, 'create')
  if (early !== null) return early
  const { firstName = null, lastName = null, email = null, roles, manager, groups } = given
  const { username = '' } = values
  return createAccount(tx, user, {
    ...{ id, at, username, firstName, lastName, email, password: null, hash: null },
    ...{ roles, manager, groups },
  })
}

async function change(
  tx: Tx,
  user: Person,
  { account, given, now }: { readonly account: Account; readonly given: AccountChange; readonly now: Date },
): Promise<Account | Refusal> {
  const refusal =
    refuseUser(user, 'keep', account) ??
    (await refuseAccountChange(tx, account, undefined)) ??
    // Roles are only added, so no administrator is taken away.
    (await writeAccountChange(tx, user, { account, administrators: [], change: given }))
  if (refusal !== null) return refusal
  await markAccountChanged(tx, user, account, now)
  const after = await readAccount(tx, user, account.username)
  return after === null ? noSuchUser() : (refuseUser(user, 'keep', after) ?? after)
}

function refuseRow(message: string): Refusal {
  return refuse('user-import.invalid', message)
}
