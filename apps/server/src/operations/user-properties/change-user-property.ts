import type { UserPropertyFields } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { OperationContext } from '../operation-context.ts'
import { change } from '../records/change-record.ts'
import { propertyColumns } from './property-columns.ts'
import { compareValues, withUniqueValues } from './unique-values.ts'
import { type UserPropertyRow, userPropertyRecord } from './user-property.ts'

export interface UserPropertyChange extends UserPropertyFields {
  readonly id: string
  /** The revision that was read before; undefined: any. */
  readonly revision: number | undefined
}

/**
 * Changes a user property. Its key stays, and so does its type once users have values. Refuses with
 * `user-property.value-taken` where it becomes unique and two users have the same value.
 *
 * @returns null on success.
 */
export function changeUserProperty(
  context: OperationContext,
  request: Request,
  { id, revision, ...fields }: UserPropertyChange,
): Promise<Refusal | null> {
  return withUniqueValues(
    () =>
      change(context, request, userPropertyRecord, {
        ref: id,
        revision,
        // The lock on the row keeps users from getting values meanwhile.
        columns: async (tx, row) => {
          const refusal = await refuseFixed(tx, row, fields)
          if (refusal !== null) return refusal
          const columns = await propertyColumns(tx, request.workplaceId, fields)
          if (!(columns instanceof Refusal) && row.is_unique !== columns.is_unique)
            await compareValues(tx, row, columns.is_unique)
          return columns
        },
      }),
    () => ({ where: 'isUnique', message: pageTexts.userProperties.notUnique }),
  )
}

async function refuseFixed(tx: Tx, row: UserPropertyRow, { key, type }: UserPropertyFields): Promise<Refusal | null> {
  if (key !== row.key) {
    const message = `Expected the key “${row.key}”, but it cannot be changed after the property is created.`
    return refuse('user-property.invalid', message, [{ where: 'key', message }])
  }
  if (type === row.type || !(await hasValues(tx, row))) return null
  const message = pageTexts.userProperties.typeFixed
  return refuse('user-property.has-values', message, [{ where: 'type', message }])
}

/** Returns whether any user has a value of the property. */
export async function hasValues(
  tx: Tx,
  { workplace_id, id }: Pick<UserPropertyRow, 'workplace_id' | 'id'>,
): Promise<boolean> {
  const rows = await runSql(
    tx,
    sql`select 1 from user_property_value where workplace_id = ${workplace_id} and property_id = ${id} limit 1`,
  )
  return rows.length > 0
}
