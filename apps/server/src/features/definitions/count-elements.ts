import { type DefinitionElements, definitionLimits, listLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { noSuchProcess } from '../../operations/processes/policy.ts'
import { reaches } from '../../platform/auth/reach.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { seenDefinitions } from '../../runtime/rights/start-rights.ts'
import { findDefinition } from './definition-queries.ts'

interface ElementRow {
  readonly key: string
  readonly name: string | null
  readonly type: string | null
  readonly running: number
  readonly incidents: number
  readonly ended: number
  readonly cancelled: number
}

/**
 * Counts the running and ended element instances of each element of one version. Element instances have no index by
 * definition, which would make each step more expensive. So only the newest instances are counted, and a process with a
 * million instances costs no more than one with ten thousand. Incidents have an index, and are counted up to the limit
 * of lists.
 */
export function countElements(db: Database, request: Request, id: string): Promise<DefinitionElements> {
  const { workplaceId } = request.user
  return db.read(request, async (tx) => {
    const definition = await findDefinition(tx, workplaceId, id)
    if (definition === null || !reaches(seenDefinitions(request.user), definition.key)) throw noSuchProcess()
    const rows = await runSql<ElementRow>(tx, countSql(workplaceId, id))
    return {
      items: rows.map(({ key, name, type, ...counts }) => ({ elementId: key, name, type: type ?? '', ...counts })),
      isRunningPartial: definition.running >= definitionLimits.running,
      isPastPartial: Math.max(definition.running, definition.ended) > definitionLimits.past,
    }
  })
}

function countSql(workplaceId: string, id: string) {
  const { running, past } = definitionLimits
  const isOf = sql`workplace_id = ${workplaceId}::uuid and definition_id = ${id}::uuid`
  return sql`with
      open as materialized (select id, root_id from instance where ${isOf} order by id desc limit ${running}),
      over as materialized (select id from history_instance where ${isOf} order by ended_at desc limit ${past}),
      looked as materialized ((select id from open order by id desc limit ${past}) union all select id from over),
      present as (select e.element_key as key, count(*)::int as running from open i join element e on e.workplace_id = ${workplaceId}::uuid and e.root_id = i.root_id and e.instance_id = i.id
        where e.state <> 'compensable' and e.loop is distinct from 'body' group by 1),
      gone as (select e.element_key as key, (count(*) filter (where not e.is_cancelled))::int as ended, (count(*) filter (where e.is_cancelled))::int as cancelled
        from looked i join history_element e on e.workplace_id = ${workplaceId}::uuid and e.instance_id = i.id where e.loop is distinct from 'body' group by 1),
      stuck as (select p.element_key as key, n.count as incidents from process_element p
        cross join lateral (select count(*)::int from (select from incident n where n.workplace_id = p.workplace_id and n.version_id = p.definition_id and n.element_key = p.element_key limit ${listLimits.count}) n) n
        where p.workplace_id = ${workplaceId}::uuid and p.definition_id = ${id}::uuid and n.count > 0)
    select key, p.name, p.type, coalesce(running, 0) as running, coalesce(incidents, 0) as incidents, coalesce(ended, 0) as ended, coalesce(cancelled, 0) as cancelled
    from present full join gone using (key) full join stuck using (key)
      left join process_element p on p.workplace_id = ${workplaceId}::uuid and p.definition_id = ${id}::uuid and p.element_key = key
    order by key`
}
