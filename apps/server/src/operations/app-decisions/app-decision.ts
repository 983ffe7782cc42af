import { pageTexts } from '@millrace/contract/page-texts'
import type { Selectable } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { FindOptions, RecordKind } from '../records/record-kind.ts'
import { refuseDecisionDesigner } from './policy.ts'

export type AppDecisionRow = Omit<Selectable<DB['app_decision']>, 'name_key' | 'is_disabled'> & {
  readonly application_name: string
}

/** A decision of an application. */
export interface AppDecisionRef {
  readonly id: string
  readonly applicationId: string
}

/** A decision that belongs there. @param options.lock others who want to change it wait until the transaction ends. */
export async function findAppDecision(
  tx: Tx,
  workplaceId: string,
  { id, applicationId }: AppDecisionRef,
  { lock = false }: FindOptions = {},
): Promise<AppDecisionRow | null> {
  if (!isUuid(id) || !isUuid(applicationId)) return null
  const query = selectDecisions(workplaceId).where('d.id', '=', id).where('d.application_id', '=', applicationId)
  const [row] = await tx.query(lock ? query.forUpdate('d') : query)
  return row ?? null
}

/** Those that there are, whatever application they belong to, by id. */
export async function findAppDecisions(
  tx: Tx,
  workplaceId: string,
  ids: readonly string[],
): Promise<Map<string, AppDecisionRow>> {
  const known = ids.filter(isUuid)
  const rows = known.length === 0 ? [] : await tx.query(selectDecisions(workplaceId).where('d.id', 'in', known))
  return new Map(rows.map((row) => [row.id, row]))
}

/** All that are in use in an application, by name. */
export function listAppDecisionsOf(tx: Tx, workplaceId: string, applicationId: string): Promise<AppDecisionRow[]> {
  return tx.query(
    selectDecisions(workplaceId)
      .where('d.application_id', '=', applicationId)
      .where('d.is_disabled', '=', false)
      .orderBy('d.name_key')
      .orderBy('d.id'),
  )
}

const { duplicate } = pageTexts.outcomes

export const decisionRecord = {
  kind: 'decision',
  table: 'app_decision',
  one: 'a decision',
  owner: 'application',
  taken: {
    app_decision_name: { code: 'thing.name-taken', where: 'name', message: duplicate.decisionName },
    app_decision_key: { code: 'thing.key-taken', where: 'key', message: duplicate.decisionKey },
  },
  refuse: refuseDecisionDesigner,
  find: findAppDecision,
} as const satisfies RecordKind<AppDecisionRow, AppDecisionRef>

function selectDecisions(workplaceId: string) {
  return kysely
    .selectFrom('app_decision as d')
    .innerJoin('application as a', (join) =>
      join.onRef('a.workplace_id', '=', 'd.workplace_id').onRef('a.id', '=', 'd.application_id'),
    )
    .where('d.workplace_id', '=', workplaceId)
    .select([
      'd.workplace_id',
      'd.id',
      'd.application_id',
      'a.name as application_name',
      'd.name',
      'd.decision_key',
      'd.decision_keys',
      'd.revision',
      'd.version',
      'd.disabled_at',
      'd.disabled_by',
      'd.disabled_reason',
      'd.created_at',
      'd.created_by',
      'd.updated_at',
      'd.updated_by',
    ])
}
