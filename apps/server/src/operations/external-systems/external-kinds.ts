import { pageTexts } from '@millrace/contract/page-texts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { FindOptions, RecordKind, RecordTable } from '../records/record-kind.ts'
import type { StoredByKind, StoredExternal } from './external.ts'
import { refuseIntegrator } from './policy.ts'

/** The kinds of records of external systems: a system and its parts. */
export type ExternalKind = 'system' | 'connection' | 'api' | 'adapter' | 'listener'

const common = { owner: 'workplace', refuse: refuseIntegrator } as const
const { duplicate } = pageTexts.outcomes
const name = (message: string) => ({ code: 'thing.name-taken', where: 'name', message }) as const

export const externalRecords = {
  system: {
    ...common,
    kind: 'external-system',
    table: 'external_system',
    one: 'an external system',
    taken: { external_system_name: name(duplicate.externalSystem) },
    find: findIn<StoredByKind['system']>('external_system'),
  },
  connection: {
    ...common,
    kind: 'connection',
    table: 'external_connection',
    one: 'a connection',
    taken: { external_connection_name: name(duplicate.connection) },
    find: findIn<StoredByKind['connection']>('external_connection'),
  },
  api: {
    ...common,
    kind: 'api',
    table: 'external_api',
    one: 'an API',
    taken: { external_api_name: name(duplicate.externalApi) },
    find: findIn<StoredByKind['api']>('external_api'),
  },
  adapter: {
    ...common,
    kind: 'adapter',
    table: 'external_adapter',
    one: 'an adapter',
    taken: {
      external_adapter_name: name(duplicate.adapter),
      external_adapter_key: { code: 'thing.key-taken', where: 'key', message: duplicate.adapterKey },
    },
    find: findIn<StoredByKind['adapter']>('external_adapter'),
  },
  listener: {
    ...common,
    kind: 'external-listener',
    table: 'external_listener',
    one: 'a listener',
    taken: { external_listener_name: name(duplicate.externalListener) },
    find: findIn<StoredByKind['listener']>('external_listener'),
  },
} as const satisfies { readonly [K in ExternalKind]: RecordKind<StoredByKind[K]> }

/** Returns a lock that lets others add what refers to the record: parts are counted under the lock of their owner. */
function findIn<Row extends StoredExternal>(table: RecordTable): RecordKind<Row>['find'] {
  return async (tx: Tx, workplaceId: string, id: string, { lock = false }: FindOptions = {}) => {
    if (!isUuid(id)) return null
    const [row] = await runSql<Row>(
      tx,
      sql`select * from ${sql.table(table)} where workplace_id = ${workplaceId} and id = ${id} ${lock ? sql`for no key update` : sql``}`,
    )
    return row ?? null
  }
}
