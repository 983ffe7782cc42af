import {
  type ConnectionSettings,
  connectionSettings,
  externalLimits,
  externalSystemCalls,
  otherSecretNames,
} from '@millrace/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Request } from '../../../platform/auth/request.ts'
import { Refusal, refuse } from '../../../platform/errors/refusal.ts'
import { runSql } from '../../../platform/list/sql.ts'
import { leadsElsewhere, needsOtherToken, refuseSignIn, takesSecret } from '../../external-systems/check-connection.ts'
import { lockOwner } from '../../external-systems/external.ts'
import { externalRecords } from '../../external-systems/external-kinds.ts'
import { forgetState } from '../../external-systems/forget-state.ts'
import { refuseIntegrator } from '../../external-systems/policy.ts'
import { change } from '../../records/change-record.ts'
import { create } from '../../records/create-record.ts'
import { noSuch } from '../../records/find-record.ts'
import { definePackageKind, type FoundItem, type PackageItem, type WriteContext } from '../package-kind.ts'
import { deleteRow, findId, hasKey, type ItemRow, present, stampOf } from './columns.ts'

const content = externalSystemCalls.create.body.extend({
  /** Name of the external system. */
  system: z.string().min(1).max(255),
  settings: connectionSettings,
})

type Content = z.output<typeof content>

/** The kind of package item for connections, without their secrets, which have to be entered after the import. */
export const connection = definePackageKind<Content>({
  one: 'a connection',
  content,
  files: {},
  canRename: false,
  refuse: refuseIntegrator,
  async find(tx, workplaceId, { keys }) {
    const rows = await runSql<ItemRow & { description: string; system: string; settings: ConnectionSettings }>(
      tx,
      sql`select d.id, s.name || '/' || d.name as key, d.name, d.disabled_at is not null as is_disabled, ${stampOf} as stamp, d.description, s.name as system, d.settings
        from external_connection d join external_system s on s.workplace_id = d.workplace_id and s.id = d.system_id
        where d.workplace_id = ${workplaceId} and d.stands_for is null and ${hasKey(sql`s.name || '/' || d.name`, keys)} order by 2`,
    )
    return rows.map((row) => {
      const { name, description, system } = row
      const settings = connectionSettings.parse(row.settings)
      return { kind: 'connection' as const, ...present(row), content: { name, description, system, settings } }
    })
  },
  owners: ({ system }) => [{ kind: 'externalSystem', key: system }],
  write: (context, request, { item, existing }) =>
    existing === null ? add(context, request, item) : replace(context, request, item, existing),
  remove: (tx, workplaceId, id) => deleteRow(tx, workplaceId, { table: 'external_connection', id }),
})

async function add(
  context: WriteContext,
  request: Request,
  { content: given }: PackageItem<Content>,
): Promise<string | Refusal> {
  const { system: systemName, name, description, settings } = given
  const refusal = refuseIntegrator(request.user) ?? refuseSignIn(settings, true, otherSecretNames)
  if (refusal !== null) return refusal
  const systemId = await findId(context.tx, request.workplaceId, {
    table: 'external_system',
    column: 'name',
    value: systemName,
  })
  if (systemId === null) return noSuch(externalRecords.system)
  const room = { of: 'connection', by: 'system_id', most: externalLimits.connections } as const
  return create(context, request, externalRecords.connection, async (tx) => {
    const system = await lockOwner(tx, request.user, 'system', systemId, room)
    if (system instanceof Refusal) return system
    const text = JSON.stringify(settings)
    return { system_id: system.id, kind: settings.kind, name, description, settings: text, sealed: null }
  })
}

/** The secret that is here stays as long as the connection leads to the same place. */
async function replace(
  context: WriteContext,
  request: Request,
  { content: { name, description, settings } }: PackageItem<Content>,
  existing: FoundItem<Content>,
): Promise<string | Refusal> {
  const refusal = refuseSignIn(settings, true, otherSecretNames)
  if (refusal !== null) return refusal
  const before = existing.content.settings
  if (before.kind !== settings.kind)
    return refuse(
      'package.unfit',
      `Expected “${existing.key}” to be of the kind that it has in the package, but it is not. Skip it.`,
    )
  const refused = await change(context, request, externalRecords.connection, {
    ref: existing.id,
    revision: undefined,
    columns: async (tx, row) => {
      // As it is now: somebody may have entered a secret for another place since the package was compared.
      const stored = connectionSettings.parse(row.settings)
      const isSame = !leadsElsewhere(stored, settings)
      const keepsSecret = takesSecret(settings) && isSame
      await forgetState(tx, row, { keepsRefresh: isSame, keepsToken: !needsOtherToken(stored, settings) })
      return {
        name,
        description,
        settings: JSON.stringify(settings),
        ...(!keepsSecret && { sealed: null }),
        ...(!isSame && { other_secrets: null }),
        tested_at: null,
        test_ms: null,
        test_fault: null,
      }
    },
  })
  return refused ?? existing.id
}
