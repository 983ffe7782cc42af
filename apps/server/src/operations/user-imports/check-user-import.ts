import type { UserImportField } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { orderRows } from './order-rows.ts'
import { invalidImport, noSuchImport, refuseUserImport } from './policy.ts'
import { findImport, listProperties, orderJob, propertyOf, type StoredImport } from './user-import.ts'

export interface ImportMapping {
  readonly id: string
  /** The field of each column; null: it is left out. */
  readonly mapping: readonly (string | null)[]
  /** The field that users are known by. */
  readonly key: string
}

/**
 * Sets the columns of a user import, and orders a job that finds out what each row would change. Changes no user.
 * Refuses with `user-import.invalid`.
 */
export async function checkUserImport(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { id, mapping, key }: ImportMapping,
): Promise<Refusal | null> {
  const early = refuseUserImport(request.user)
  if (early !== null) return early
  const { workplaceId } = request.user
  const ordered = await db.withTransaction(actorOf(request), async (tx) => {
    const found = await findImport(tx, request.user, id, { lock: true })
    if (found === null) return noSuchImport()
    if (found.state !== 'draft' && found.state !== 'checked')
      return invalidImport('Expected an import that has not started or ended. Choose the file again.')
    const fields = mapping.map((field) => (field ?? '') as UserImportField | '')
    const refusal = await refuseMapping(tx, request.user, found, { fields, key })
    if (refusal !== null) return refusal
    await runSql(
      tx,
      sql`update user_import set state = 'checking', mapping = ${fields}::text[], key_field = ${key}, position = 0,
          new_count = 0, changed_count = 0, same_count = 0, refused_count = 0
        where workplace_id = ${workplaceId} and id = ${id}`,
    )
    await putManagersFirst(tx, found, fields)
    await runSql(
      tx,
      sql`update user_import_row set result = null, changes = '[]', message = '',
          key_text = left(lower(coalesce(cells[${fields.indexOf(key as UserImportField) + 1}::int], '')), 300),
          username = left(coalesce(cells[${fields.indexOf('username') + 1}::int], ''), 300)
        where workplace_id = ${workplaceId} and import_id = ${id}`,
    )
    await orderJob(tx, request.user, id, clock())
    return null
  })
  if (ordered === null) runtime.announceJobs()
  return ordered
}

async function refuseMapping(
  tx: Tx,
  { workplaceId }: Person,
  { heads }: StoredImport,
  { fields, key }: { readonly fields: readonly string[]; readonly key: string },
): Promise<Refusal | null> {
  if (fields.length !== heads.length)
    return invalidImport(`Expected a field for each of the ${heads.length} columns.`, 'mapping')
  const chosen = fields.filter((field) => field !== '')
  const twice = chosen.find((field, index) => chosen.indexOf(field) < index)
  if (twice !== undefined)
    return invalidImport(`Expected each field in one column, but “${twice}” is in two.`, 'mapping')
  if (!chosen.includes(key)) return invalidImport('Expected a column with the key of the users.', 'key')
  const properties = await listProperties(tx, workplaceId)
  const known = new Map(properties.map((property) => [property.key, property]))
  const unknown = chosen.map(propertyOf).find((property) => property !== null && !known.has(property))
  if (unknown != null) return invalidImport(`Expected a user property, but there is none “${unknown}”.`, 'mapping')
  const keyProperty = propertyOf(key)
  const isKey = keyProperty === null ? key === 'username' : known.get(keyProperty)?.isUnique === true
  return isKey ? null : invalidImport('Expected the user name or a unique user property as the key.', 'key')
}

/** Orders rows for their import: users who are named as managers come first. */
async function putManagersFirst(tx: Tx, { workplace_id, id }: StoredImport, fields: readonly string[]): Promise<void> {
  const [username, manager] = [fields.indexOf('username') + 1, fields.indexOf('manager') + 1]
  if (username === 0 || manager === 0) return
  const rows = await runSql<{ position: number; username: string; manager: string }>(
    tx,
    sql`select position, coalesce(cells[${username}::int], '') as username, coalesce(cells[${manager}::int], '') as manager
      from user_import_row where workplace_id = ${workplace_id} and import_id = ${id} order by line, position`,
  )
  const ordered = orderRows(rows)
  if (ordered.every((position, index) => position === index + 1)) return
  // By numbers below zero, so that no two rows have one position on the way.
  for (const sign of [-1, 1])
    await runSql(
      tx,
      sign === -1
        ? sql`update user_import_row r set position = -o.place from unnest(${ordered}::int[]) with ordinality as o (position, place)
            where r.workplace_id = ${workplace_id} and r.import_id = ${id} and r.position = o.position`
        : sql`update user_import_row set position = -position where workplace_id = ${workplace_id} and import_id = ${id} and position < 0`,
    )
}
