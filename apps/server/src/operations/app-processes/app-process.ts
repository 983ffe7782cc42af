import { pageTexts } from '@millrace/contract/page-texts'
import type { Selectable } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { FindOptions, RecordKind } from '../records/record-kind.ts'
import { refuseProcessDesigner } from './policy.ts'

export type AppProcessRow = Omit<Selectable<DB['app_process']>, 'name_key' | 'is_disabled'> & {
  readonly application_name: string
  /** Name of its own. */
  readonly category: string | null
}

/** A process of an application. */
export interface AppProcessRef {
  readonly id: string
  readonly applicationId: string
}

/** A process that belongs there. @param options.lock others who want to change it wait until the transaction ends. */
export async function findAppProcess(
  tx: Tx,
  workplaceId: string,
  { id, applicationId }: AppProcessRef,
  { lock = false }: FindOptions = {},
): Promise<AppProcessRow | null> {
  if (!isUuid(id) || !isUuid(applicationId)) return null
  const query = selectProcesses(workplaceId).where('p.id', '=', id).where('p.application_id', '=', applicationId)
  const [row] = await tx.query(lock ? query.forUpdate('p') : query)
  return row ?? null
}

/** Those that there are, whatever application they belong to, by id. */
export async function findAppProcesses(
  tx: Tx,
  workplaceId: string,
  ids: readonly string[],
): Promise<Map<string, AppProcessRow>> {
  const known = ids.filter(isUuid)
  const rows = known.length === 0 ? [] : await tx.query(selectProcesses(workplaceId).where('p.id', 'in', known))
  return new Map(rows.map((row) => [row.id, row]))
}

/** All that are in use in an application, by name. */
export function listAppProcessesOf(tx: Tx, workplaceId: string, applicationId: string): Promise<AppProcessRow[]> {
  return tx.query(
    selectProcesses(workplaceId)
      .where('p.application_id', '=', applicationId)
      .where('p.is_disabled', '=', false)
      .orderBy('p.name_key')
      .orderBy('p.id'),
  )
}

const { duplicate } = pageTexts.outcomes

export const processRecord = {
  kind: 'process',
  table: 'app_process',
  one: 'a process',
  owner: 'application',
  taken: {
    app_process_name: { code: 'thing.name-taken', where: 'name', message: duplicate.processName },
    app_process_key: { code: 'thing.key-taken', where: 'key', message: duplicate.processKey },
  },
  refuse: refuseProcessDesigner,
  find: findAppProcess,
} as const satisfies RecordKind<AppProcessRow, AppProcessRef>

function selectProcesses(workplaceId: string) {
  return kysely
    .selectFrom('app_process as p')
    .innerJoin('application as a', (join) =>
      join.onRef('a.workplace_id', '=', 'p.workplace_id').onRef('a.id', '=', 'p.application_id'),
    )
    .leftJoin('category as c', (join) =>
      join.onRef('c.workplace_id', '=', 'p.workplace_id').onRef('c.id', '=', 'p.category_id'),
    )
    .where('p.workplace_id', '=', workplaceId)
    .select([
      'p.workplace_id',
      'p.id',
      'p.application_id',
      'a.name as application_name',
      'p.name',
      'p.process_key',
      'p.category_id',
      'c.name as category',
      'p.icon',
      'p.documentation',
      'p.starter_users',
      'p.starter_groups',
      'p.revision',
      'p.version',
      'p.disabled_at',
      'p.disabled_by',
      'p.disabled_reason',
      'p.created_at',
      'p.created_by',
      'p.updated_at',
      'p.updated_by',
    ])
}
