import { pageTexts } from '@millrace/contract/page-texts'
import type { Selectable } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { FindOptions, RecordKind } from '../records/record-kind.ts'
import { refuseApplicationDeployer, refuseApplicationDesigner } from './policy.ts'

export type ApplicationRow = Omit<Selectable<DB['application']>, 'name_key' | 'is_disabled'>

/** Name, description and category that a designer enters for an application. */
export interface ApplicationDetails {
  readonly name: string
  readonly key: string
  readonly description: string | null
  /** Name of a category; null: its processes are in Home alone. */
  readonly category: string | null
}

/**
 * Finds an application of the workplace.
 *
 * @param options.lock locks it until the transaction ends.
 */
export async function findApplication(
  tx: Tx,
  workplaceId: string,
  id: string,
  { lock = false }: FindOptions = {},
): Promise<ApplicationRow | null> {
  if (!isUuid(id)) return null
  const query = selectApplications(workplaceId).where('id', '=', id)
  const [row] = await tx.query(lock ? query.forUpdate() : query)
  return row ?? null
}

/** Finds applications by their ids. Missing ones are left out. */
export async function findApplications(
  tx: Tx,
  workplaceId: string,
  ids: readonly string[],
): Promise<Map<string, ApplicationRow>> {
  const known = ids.filter(isUuid)
  const rows = known.length === 0 ? [] : await tx.query(selectApplications(workplaceId).where('id', 'in', known))
  return new Map(rows.map((row) => [row.id, row]))
}

const { duplicate } = pageTexts.outcomes

export const applicationRecord = {
  kind: 'application',
  table: 'application',
  one: 'an application',
  owner: 'workplace',
  taken: {
    application_name: { code: 'thing.name-taken', where: 'name', message: duplicate.applicationName },
    application_key: { code: 'thing.key-taken', where: 'key', message: duplicate.applicationKey },
  },
  refuse: refuseApplicationDesigner,
  find: findApplication,
} as const satisfies RecordKind<ApplicationRow>

/** The kind of record for operations that deploy or undeploy an application, with their own permission check. */
export const deployedApplication = {
  ...applicationRecord,
  refuse: refuseApplicationDeployer,
} as const satisfies RecordKind<ApplicationRow>

function selectApplications(workplaceId: string) {
  return kysely.selectFrom('application').selectAll().where('workplace_id', '=', workplaceId)
}
