import { externalListenerCalls, type ListenerKind, type ListenerSettings, listenerSettings } from '@millrace/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { refuse } from '../../../platform/errors/refusal.ts'
import { runSql } from '../../../platform/list/sql.ts'
import { changeListener } from '../../external-listeners/change-listener.ts'
import { createListener } from '../../external-listeners/create-listener.ts'
import { settingsOf } from '../../external-listeners/listener.ts'
import { externalRecords } from '../../external-systems/external-kinds.ts'
import { refuseIntegrator } from '../../external-systems/policy.ts'
import { noSuch } from '../../records/find-record.ts'
import { definePackageKind } from '../package-kind.ts'
import { deleteRow, hasKey, type ItemRow, present, stampOf } from './columns.ts'
import { findWithin, keyWithin } from './external.ts'

const content = externalListenerCalls.create.body.extend({
  system: z.string().min(1).max(255),
  /** Name of the API. */
  api: z.string().min(1).max(255),
  settings: listenerSettings,
})

/** Why a new listener of a package is disabled. */
const needsSetUp = 'It came with a package. Set it up, then restore it'

/**
 * The kind of package item for listeners: webhooks, watched folders, mail inboxes, queues and topics, without addresses and secrets. An
 * import creates them disabled. Whether a listener is disabled is no part of the package, so that it can be updated
 * before somebody has set it up.
 */
export const listener = definePackageKind<z.output<typeof content>>({
  one: 'a listener',
  content,
  files: {},
  canRename: false,
  refuse: refuseIntegrator,
  async find(tx, workplaceId, { keys }) {
    const rows = await runSql<
      ItemRow & { description: string; system: string; api: string; kind: ListenerKind; settings: ListenerSettings }
    >(
      tx,
      sql`select d.id, s.name || '/' || d.name as key, d.name, false as is_disabled, ${stampOf} as stamp, d.description, s.name as system, a.name as api, d.kind, d.settings
        from external_listener d join external_system s on s.workplace_id = d.workplace_id and s.id = d.system_id
          join external_api a on a.workplace_id = d.workplace_id and a.id = d.api_id
        where d.workplace_id = ${workplaceId} and ${hasKey(sql`s.name || '/' || d.name`, keys)} order by 2`,
    )
    return rows.map((row) => {
      const { name, description, system, api } = row
      const settings = settingsOf(row)
      return { kind: 'listener' as const, ...present(row), content: { name, description, system, api, settings } }
    })
  },
  owners: ({ system, api }) => [{ kind: 'externalApi', key: keyWithin(system, api) }],
  async write(context, request, { item, existing }) {
    const { system, api, ...about } = item.content
    if (existing === null) {
      const apiId = await findWithin(context.tx, request.workplaceId, { table: 'external_api', system, name: api })
      if (apiId === null) return noSuch(externalRecords.api)
      return createListener(context, request, { apiId, ...about, disabledReason: needsSetUp })
    }
    const { content: here } = existing
    if (here.api.toLowerCase() !== api.toLowerCase() || here.settings.kind !== about.settings.kind)
      return refuse(
        'package.unfit',
        `Expected the listener “${item.name}” in “${keyWithin(system, api)}” as in the package, but it is in “${keyWithin(here.system, here.api)}”. Skip it.`,
      )
    const changed = { id: existing.id, revision: undefined, ...about, mayBeDisabled: true }
    return (await changeListener(context, request, changed)) ?? existing.id
  },
  remove: (tx, workplaceId, id) => deleteRow(tx, workplaceId, { table: 'external_listener', id }),
})
