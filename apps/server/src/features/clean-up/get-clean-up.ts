import { type CleanUp, cleanUpLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { findWindow } from '../../operations/history/clean-up/clean-up-window.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { findSettings } from '../../platform/settings/read-settings.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** Returns the time to live of each definition, the next window, and the results of the last runs. */
export function getCleanUp({ db, clock, zone }: Runtime, request: Request): Promise<CleanUp> {
  return db.read(request, async (tx) => {
    const { workplaceId } = request
    const settings = await findSettings(tx)
    const strategy = settings['history.removalTime']
    const window = findWindow(clock(), zone, settings['history.cleanUpFrom'], settings['history.cleanUpUntil'])
    const [definitions, runs] = await Promise.all([
      listDefinitions(tx, workplaceId, { strategy, now: clock().toISOString() }),
      listRuns(tx, workplaceId),
    ])
    const people = await readPeople(
      tx,
      workplaceId,
      runs.map(({ asked_by }) => asked_by),
    )
    return {
      strategy,
      window:
        window === null
          ? null
          : { from: window.from.toISOString(), to: window.until.toISOString(), isOpen: window.isOpen },
      definitions: definitions.slice(0, cleanUpLimits.definitions).map(({ oldest_ended_at, ...definition }) => ({
        ...definition,
        oldestEndedAt: oldest_ended_at?.toISOString() ?? null,
      })),
      hasMoreDefinitions: definitions.length > cleanUpLimits.definitions,
      runs: runs.map(({ started_at, ended_at, asked_by, is_complete, ...run }) => ({
        ...run,
        startedAt: started_at.toISOString(),
        endedAt: ended_at?.toISOString() ?? null,
        askedBy: people.find(asked_by),
        isComplete: is_complete,
      })),
    }
  })
}

interface DefinitionRow extends Omit<CleanUp['definitions'][number], 'oldestEndedAt'> {
  readonly oldest_ended_at: Date | null
}

/** Only the ended instances that a limit allows are counted, each definition by its index. */
function listDefinitions(
  tx: Tx,
  workplaceId: string,
  { strategy, now }: { readonly strategy: CleanUp['strategy']; readonly now: string },
): Promise<readonly DefinitionRow[]> {
  const { count, definitions } = cleanUpLimits
  const column = strategy === 'start' ? sql`h.started_at` : sql`h.ended_at`
  const cutoff = sql`${now}::timestamptz - d.history_time_to_live * interval '1 day'`
  const removable =
    strategy === 'none'
      ? sql`0`
      : sql`case when d.history_time_to_live is null then 0 else (select count(*) from (select from history_instance h
          where h.workplace_id = d.workplace_id and h.definition_id = d.id and ${column} <= ${cutoff} limit ${count}) o)::int end`
  return runSql<DefinitionRow>(
    tx,
    sql`select d.id, d.key, coalesce(d.name, d.key) as name, d.version, d.is_deleted as "isDeleted", d.history_time_to_live as "timeToLive", d.history_level as "historyLevel",
        (select count(*) from (select from history_instance h where h.workplace_id = d.workplace_id and h.definition_id = d.id limit ${count}) e)::int as ended,
        ${removable} as removable,
        (select min(h.ended_at) from history_instance h where h.workplace_id = d.workplace_id and h.definition_id = d.id) as oldest_ended_at
      from (select workplace_id, id, key, name, version, false as is_deleted, history_time_to_live, history_level from process_definition where workplace_id = ${workplaceId}::uuid
        union all select workplace_id, id, key, name, version, true, history_time_to_live, history_level from former_definition f where workplace_id = ${workplaceId}::uuid
          and exists (select from history_instance h where h.workplace_id = f.workplace_id and h.definition_id = f.id)) d
      order by d.key collate "C", d.version desc, d.id limit ${definitions + 1}`,
  )
}

interface RunRow extends Omit<CleanUp['runs'][number], 'startedAt' | 'endedAt' | 'askedBy' | 'isComplete'> {
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly asked_by: string | null
  readonly is_complete: boolean
}

function listRuns(tx: Tx, workplaceId: string): Promise<readonly RunRow[]> {
  return runSql<RunRow>(
    tx,
    sql`select id, kind, started_at, ended_at, asked_by, is_complete, instances::float8, tasks::float8, decisions::float8, batches::float8, operations::float8
      from history_cleanup where workplace_id = ${workplaceId}::uuid order by started_at desc, id limit ${cleanUpLimits.runs}`,
  )
}
