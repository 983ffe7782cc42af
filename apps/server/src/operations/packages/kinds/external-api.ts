import { externalSystemCalls } from '@millrace/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { runSql } from '../../../platform/list/sql.ts'
import { changeApi } from '../../external-systems/change-api.ts'
import { createApi } from '../../external-systems/create-api.ts'
import { externalRecords } from '../../external-systems/external-kinds.ts'
import { refuseIntegrator } from '../../external-systems/policy.ts'
import { noSuch } from '../../records/find-record.ts'
import { definePackageKind } from '../package-kind.ts'
import { deleteRow, findId, hasKey, type ItemRow, present, stampOf } from './columns.ts'
import { findWithin, keyWithin } from './external.ts'

const content = externalSystemCalls.create.body.extend({
  system: z.string().min(1).max(255),
  /** Name of the connection. */
  connection: z.string().min(1).max(255),
})

export const externalApi = definePackageKind<z.output<typeof content>>({
  one: 'an API',
  content,
  files: {},
  canRename: false,
  refuse: refuseIntegrator,
  async find(tx, workplaceId, { keys }) {
    const rows = await runSql<ItemRow & { description: string; system: string; connection: string }>(
      tx,
      sql`select d.id, s.name || '/' || d.name as key, d.name, d.disabled_at is not null as is_disabled, ${stampOf} as stamp, d.description, s.name as system, c.name as connection
        from external_api d join external_system s on s.workplace_id = d.workplace_id and s.id = d.system_id
          join external_connection c on c.workplace_id = d.workplace_id and c.id = d.connection_id
        where d.workplace_id = ${workplaceId} and ${hasKey(sql`s.name || '/' || d.name`, keys)} order by 2`,
    )
    return rows.map((row) => {
      const { name, description, system, connection } = row
      return { kind: 'externalApi' as const, ...present(row), content: { name, description, system, connection } }
    })
  },
  owners: ({ system, connection }) => [
    { kind: 'externalSystem', key: system },
    { kind: 'connection', key: keyWithin(system, connection) },
  ],
  async write(context, request, { item, existing }) {
    const { system, connection: name, ...about } = item.content
    const { tx } = context
    const connectionId = await findWithin(tx, request.workplaceId, { table: 'external_connection', system, name })
    if (connectionId === null) return noSuch(externalRecords.connection)
    if (existing !== null)
      return (
        (await changeApi(context, request, { id: existing.id, revision: undefined, ...about, connectionId })) ??
        existing.id
      )
    const systemId = await findId(tx, request.workplaceId, { table: 'external_system', column: 'name', value: system })
    if (systemId === null) return noSuch(externalRecords.system)
    return createApi(context, request, { systemId, ...about, connectionId })
  },
  remove: (tx, workplaceId, id) => deleteRow(tx, workplaceId, { table: 'external_api', id }),
})
