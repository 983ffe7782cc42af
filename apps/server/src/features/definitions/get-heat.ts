import { type DefinitionHeat, reportLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { noSuchProcess } from '../../operations/processes/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { factsOf } from '../../runtime/history/fact-sql.ts'
import { findDefinition } from './definition-queries.ts'

interface HeatRow {
  readonly key: string
  readonly name: string | null
  readonly type: string | null
  readonly count: number
  readonly median: number | null
  readonly p95: number | null
  readonly incidents: number
}

const raised = factsOf('incident-raised', 'n')

interface Asked {
  readonly id: string
  readonly from: string
  readonly to: string
}

/**
 * Counts the runs of each element that ended in a period, and measures their durations. Runs have no index by
 * definition: only the newest ended instances of the period and the newest running ones are read.
 */
export function getHeat(db: Database, request: Request, { id, from, to }: Asked): Promise<DefinitionHeat> {
  const { workplaceId } = request.user
  const isOf = sql`workplace_id = ${workplaceId}::uuid and definition_id = ${id}::uuid`
  const within = (column: string) =>
    sql`${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${to}::timestamptz`
  return db.read(request, async (tx) => {
    if ((await findDefinition(tx, workplaceId, id)) === null) throw noSuchProcess()
    const rows = await runSql<HeatRow & { looked: number }>(
      tx,
      sql`with over as materialized (select id from history_instance where ${isOf} and ended_at >= ${from}::timestamptz order by ended_at desc limit ${reportLimits.heat}),
          open as materialized (select id from instance where ${isOf} order by id desc limit ${reportLimits.heat}),
          looked as materialized (select id from over union all select id from open),
          runs as (select e.element_key as key, count(*)::int as count,
              percentile_cont(array[0.5, 0.95]) within group (order by extract(epoch from e.ended_at - e.started_at) * 1000) as times
            from looked i join history_element e on e.workplace_id = ${workplaceId}::uuid and e.instance_id = i.id
            where e.loop is distinct from 'body' and ${within('e.ended_at')} group by 1),
          stuck as (select ${raised.text('elementId')} as key, count(*)::int as incidents from looked i join history_fact n on n.workplace_id = ${workplaceId}::uuid and n.instance_id = i.id
            where ${raised.is} and ${within('n.at')} group by 1)
        select key, p.name, p.type, coalesce(count, 0) as count, round(times[1])::float8 as median, round(times[2])::float8 as p95, coalesce(incidents, 0) as incidents,
          (select count(*)::int from over) as looked
        from runs full join stuck using (key) left join process_element p on p.workplace_id = ${workplaceId}::uuid and p.definition_id = ${id}::uuid and p.element_key = key
        where key is not null order by key`,
    )
    return {
      items: rows.map(({ key, type, looked: _, ...row }) => ({ elementId: key, type: type ?? '', ...row })),
      isPartial: (rows[0]?.looked ?? 0) >= reportLimits.heat,
    }
  })
}
