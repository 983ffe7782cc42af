import { pageTexts } from '@millrace/contract/page-texts'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, type RefusalDetail, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { type Account, lockAccount, noSuchUser } from '../users/accounts.ts'
import { findMissing } from './find-missing.ts'
import { canSeeValue, refuseEditingValue, refuseEditingValuesOf } from './policy.ts'
import { readPropertyValue } from './read-property-value.ts'
import { withUniqueValues } from './unique-values.ts'
import type { UserPropertyRow } from './user-property.ts'

export interface GivenValues {
  /** The id of the user. */
  readonly id: string
  /** Values by the key of the property; an empty text removes the value. */
  readonly values: Readonly<Record<string, string>>
}

interface Written {
  readonly property: UserPropertyRow
  /** Empty: the user has none any more. */
  readonly value: string
}

/**
 * Sets values of the properties of a user, all of them or none. Properties that are left out keep their values.
 *
 * Refuses with `user-property.invalid` for a value that does not fit its property and for a required property without
 * one, with `user-property.value-taken` for a unique value of another user.
 *
 * @returns null on success.
 */
export async function setPropertyValues(
  { db }: OperationContext,
  request: Request,
  { id, values }: GivenValues,
): Promise<Refusal | null> {
  const { user } = request
  let writing = ''
  return withUniqueValues(
    () =>
      db.withTransaction(actorOf(request), async (tx) => {
        const account = await lockAccount(tx, user, { id })
        if (account === null) return noSuchUser()
        return writePropertyValues(tx, user, {
          account,
          values,
          onWrite: (key) => {
            writing = key
          },
        })
      }),
    () => ({ where: fieldOf(writing), message: pageTexts.userProperties.valueTaken }),
  )
}

interface Writing extends Pick<GivenValues, 'values'> {
  readonly account: Account
  /** Called with the key of each property before its value is written: the unique index may refuse it. */
  readonly onWrite: (key: string) => void
}

/** Writes values of the properties of an account that is locked. Refuses as `setPropertyValues` does. */
export async function writePropertyValues(
  tx: Tx,
  user: Person,
  { account, values, onWrite }: Writing,
): Promise<Refusal | null> {
  const properties = await lockProperties(tx, user)
  const seen = properties.filter((property) => canSeeValue(user, account, property))
  const missing = refuseEditingValuesOf(user, account) ?? refuseGiven(user, account, seen, values)
  if (missing !== null) return missing
  const read = await readGiven(tx, user, seen, values)
  const lacking = await listLacking(tx, { user, account, seen, values })
  const faults = [...read.faults, ...lacking]
  if (faults.length > 0) return refuseFaults(faults)
  for (const one of read.written) {
    onWrite(one.property.key)
    await writeValue(tx, account, one)
  }
  return null
}

/** Returns the enabled user properties, locked in the order of their ids until the transaction ends. */
export function lockProperties(tx: Tx, { workplaceId }: Person): Promise<UserPropertyRow[]> {
  return runSql<UserPropertyRow>(
    tx,
    sql`select * from user_property where workplace_id = ${workplaceId} and not is_disabled order by id for share`,
  )
}

/** A property that the user cannot see does not exist for them. */
function refuseGiven(
  user: Person,
  account: Account,
  seen: readonly UserPropertyRow[],
  values: GivenValues['values'],
): Refusal | null {
  for (const key of Object.keys(values)) {
    const property = seen.find((one) => one.key === key)
    if (property === undefined)
      return refuseFaults([
        { where: fieldOf(key), message: `Expected the key of a user property, but there is no property “${key}”.` },
      ])
    const refusal = refuseEditingValue(user, account, property)
    if (refusal !== null) return refusal
  }
  return null
}

async function readGiven(
  tx: Tx,
  { workplaceId }: Person,
  seen: readonly UserPropertyRow[],
  values: GivenValues['values'],
) {
  const written: Written[] = []
  const faults: RefusalDetail[] = []
  for (const property of seen) {
    const text = Object.hasOwn(values, property.key) ? values[property.key] : undefined
    if (text === undefined) continue
    const read = text === '' ? { value: '' } : readPropertyValue(property, text)
    if ('fault' in read) faults.push({ where: fieldOf(property.key), message: read.fault })
    else written.push({ property, value: read.value })
  }
  const named = written.flatMap(({ property: { key, type }, value }) => (value === '' ? [] : [{ key, type, value }]))
  const missing = await findMissing(tx, workplaceId, named)
  return { written, faults: [...faults, ...missing.map(({ key, fault }) => ({ where: fieldOf(key), message: fault }))] }
}

/** Required properties that the user can edit and that would have no value, neither of their own nor by default. */
async function listLacking(
  tx: Tx,
  {
    user,
    account,
    seen,
    values,
  }: { user: Person; account: Account; seen: readonly UserPropertyRow[] } & Pick<GivenValues, 'values'>,
): Promise<RefusalDetail[]> {
  const held = await runSql<{ property_id: string }>(
    tx,
    sql`select property_id from user_property_value where workplace_id = ${user.workplaceId} and user_id = ${account.id}`,
  )
  const has = new Set(held.map(({ property_id }) => property_id))
  const isGiven = ({ id, key }: UserPropertyRow) => (Object.hasOwn(values, key) ? values[key] !== '' : has.has(id))
  return seen
    .filter((one) => one.is_required && one.default_value === '' && !isGiven(one))
    .filter((one) => refuseEditingValue(user, account, one) === null)
    .map(({ key, name }) => ({ where: fieldOf(key), message: `Expected a value of “${name}”, but there is none.` }))
}

async function writeValue(tx: Tx, account: Account, { property, value }: Written): Promise<void> {
  const { workplaceId, id } = account
  if (value === '') {
    await runSql(
      tx,
      sql`delete from user_property_value where workplace_id = ${workplaceId} and user_id = ${id} and property_id = ${property.id}`,
    )
    return
  }
  await runSql(
    tx,
    sql`insert into user_property_value (workplace_id, user_id, property_id, value, unique_key)
      values (${workplaceId}, ${id}, ${property.id}, ${value}, ${property.is_unique ? sql`lower(${value})` : sql`null`})
      on conflict (workplace_id, user_id, property_id) do update set value = excluded.value, unique_key = excluded.unique_key`,
  )
}

const fieldOf = (key: string) => `values.${key}`

function refuseFaults(faults: readonly RefusalDetail[]): Refusal {
  return refuse('user-property.invalid', faults[0]?.message ?? 'Expected other values.', faults)
}
