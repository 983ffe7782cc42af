import type { Selectable } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { refuseAppDecision } from './policy.ts'

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
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<AppDecisionRow | null> {
  if (!isUuid(id) || !isUuid(applicationId)) return null
  const query = selectDecisions(workplaceId).where('d.id', '=', id).where('d.application_id', '=', applicationId)
  const [row] = await tx.query(lock ? query.forUpdate('d') : query)
  return row ?? null
}

/** The decision that something is to be done to, when the user may change it and it is in use. */
export async function loadAppDecisionFor(
  tx: Tx,
  user: User,
  ref: AppDecisionRef,
  options: { readonly lock?: boolean } = {},
): Promise<AppDecisionRow | Refusal> {
  const decision = await findAppDecision(tx, user.workplaceId, ref, options)
  return decision === null ? noSuchAppDecision() : (refuseAppDecision(user, decision) ?? decision)
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

export function noSuchAppDecision(): Refusal {
  return refuse('thing.not-found', 'Expected a decision of this application, but there is none with this id.')
}

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
