import { randomUUID } from 'node:crypto'
import { globalPropertyCalls } from '@millrace/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors/refusal.ts'
import { runSql } from '../../../platform/list/sql.ts'
import { changeGlobalProperty, presentValue } from '../../global-properties/change-global-property.ts'
import { createGlobalProperty } from '../../global-properties/create-global-property.ts'
import { globalPropertyRecord } from '../../global-properties/global-property.ts'
import { refusePropertyKeeper } from '../../global-properties/policy.ts'
import { create } from '../../records/create-record.ts'
import { definePackageKind } from '../package-kind.ts'
import { deleteRow, hasKey, type ItemRow, present, stampOf } from './columns.ts'

const content = globalPropertyCalls.create.body.extend({
  /** Null for a secret property: a package has no secrets. */
  value: globalPropertyCalls.create.body.shape.value.nullable(),
})

/**
 * The kind of package item for global properties. Values in environments stay where they are: a package has none, and
 * deletes none. Secret values have to be entered after the import.
 */
export const globalProperty = definePackageKind<z.output<typeof content>>({
  one: 'a global property',
  content,
  files: {},
  canRename: false,
  refuse: refusePropertyKeeper,
  async find(tx, workplaceId, { keys }) {
    const rows = await runSql<
      ItemRow & {
        description: string
        type: string
        value: string | null
        is_secret: boolean
        is_per_environment: boolean
      }
    >(
      tx,
      sql`select d.id, d.key, d.name, false as is_disabled, ${stampOf} as stamp, d.description, d.type, d.value, d.is_secret, d.is_per_environment
        from global_property d where d.workplace_id = ${workplaceId} and ${hasKey(sql`d.key`, keys)} order by d.key_key, d.id`,
    )
    return rows.map((row) => {
      const { key, name, description, is_secret: isSecret, is_per_environment: isPerEnvironment } = row
      const type = row.type as z.output<typeof content>['type']
      const value = isSecret ? null : presentValue(row)
      return {
        kind: 'globalProperty' as const,
        ...present(row),
        content: { key, name, description, type, value, isSecret, isPerEnvironment },
      }
    })
  },
  owners: () => [],
  async write(context, request, { item, existing }) {
    const { key, name, description, type, value, isSecret, isPerEnvironment } = item.content
    // Only values of secret properties are sealed, and a package has none.
    const withoutSecrets = { ...context, secret: '' }
    if (existing !== null && existing.content.isSecret !== isSecret)
      return refuse(
        'package.unfit',
        `Expected “${key}” to be ${isSecret ? 'secret' : 'readable'} as in the package, but it is not. Skip it, or delete the global property here first.`,
      )
    if (existing !== null) {
      const hasValues = await hasEnvironmentValues(context.tx, request.workplaceId, existing.id)
      const change = {
        ...{ id: existing.id, name, description, type, isPerEnvironment: isPerEnvironment || hasValues },
        ...{ value: isSecret ? null : value, revision: undefined },
      }
      return (await changeGlobalProperty(withoutSecrets, request, change)) ?? existing.id
    }
    if (!isSecret)
      return createGlobalProperty(withoutSecrets, request, {
        key,
        name,
        description,
        type,
        value: value ?? '',
        isSecret,
        isPerEnvironment,
      })
    return create(context, request, globalPropertyRecord, () => ({
      key,
      name,
      description,
      type: 'text',
      value: null,
      sealed: Buffer.from(context.emptySecret, 'base64'),
      handle: randomUUID(),
      is_per_environment: isPerEnvironment,
    }))
  },
  remove: (tx, workplaceId, id) => deleteRow(tx, workplaceId, { table: 'global_property', id }),
})

async function hasEnvironmentValues(tx: Tx, workplaceId: string, id: string): Promise<boolean> {
  const [row] = await runSql<{ has: boolean }>(
    tx,
    sql`select environment_values || environment_sealed <> '{}' as has from global_property where workplace_id = ${workplaceId} and id = ${id}`,
  )
  return row?.has === true
}
