import { type AdapterSettings, adapterSettings, externalSystemCalls, limits, text } from '@millrace/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { refuse } from '../../../platform/errors/refusal.ts'
import { runSql } from '../../../platform/list/sql.ts'
import { changeAdapter } from '../../external-systems/change-adapter.ts'
import { createAdapter } from '../../external-systems/create-adapter.ts'
import { externalRecords } from '../../external-systems/external-kinds.ts'
import { refuseIntegrator } from '../../external-systems/policy.ts'
import { noSuch } from '../../records/find-record.ts'
import { definePackageKind } from '../package-kind.ts'
import { deleteRow, hasKey, type ItemRow, present, stampOf } from './columns.ts'
import { findWithin, keyWithin } from './external.ts'

const content = externalSystemCalls.create.body.extend({
  key: text('nameWithoutSpaces', limits.formKey),
  system: z.string().min(1).max(255),
  /** Name of the API. */
  api: z.string().min(1).max(255),
  settings: adapterSettings,
})

export const adapter = definePackageKind<z.output<typeof content>>({
  one: 'an adapter',
  content,
  files: {},
  canRename: false,
  refuse: refuseIntegrator,
  async find(tx, workplaceId, { keys }) {
    const rows = await runSql<
      ItemRow & { description: string; system: string; api: string; settings: AdapterSettings }
    >(
      tx,
      sql`select d.id, d.key, d.name, d.disabled_at is not null as is_disabled, ${stampOf} as stamp, d.description, s.name as system, a.name as api, d.settings
        from external_adapter d join external_system s on s.workplace_id = d.workplace_id and s.id = d.system_id
          join external_api a on a.workplace_id = d.workplace_id and a.id = d.api_id
        where d.workplace_id = ${workplaceId} and ${hasKey(sql`d.key`, keys)} order by d.key`,
    )
    return rows.map((row) => {
      const { key, name, description, system, api } = row
      const settings = adapterSettings.parse(row.settings)
      return { kind: 'adapter' as const, ...present(row), content: { key, name, description, system, api, settings } }
    })
  },
  owners: ({ system, api }) => [{ kind: 'externalApi', key: keyWithin(system, api) }],
  async write(context, request, { item, existing }) {
    const { system, api, key, ...about } = item.content
    if (existing === null) {
      const apiId = await findWithin(context.tx, request.workplaceId, { table: 'external_api', system, name: api })
      return apiId === null ? noSuch(externalRecords.api) : createAdapter(context, request, { apiId, key, ...about })
    }
    const { content: here } = existing
    if (
      keyWithin(here.system, here.api).toLowerCase() !== keyWithin(system, api).toLowerCase() ||
      here.settings.kind !== about.settings.kind
    )
      return refuse(
        'package.unfit',
        `Expected the adapter “${key}” in “${keyWithin(system, api)}” as in the package, but it is in “${keyWithin(here.system, here.api)}”. Skip it.`,
      )
    return (await changeAdapter(context, request, { id: existing.id, revision: undefined, ...about })) ?? existing.id
  },
  remove: (tx, workplaceId, id) => deleteRow(tx, workplaceId, { table: 'external_adapter', id }),
})
