import type { AnswerOf, Participant, processCalls } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { readGroupNames } from '../../runtime/rights/group-names.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { getVisibleInstance } from './get-instance.ts'
import type { InstanceRow } from './instance-queries.ts'

/** How many people and groups are listed, and how many of their tasks are looked at. */
const maxPeople = 500
const maxTasks = 2_000

interface PartRow {
  readonly who: string
  readonly is_group: boolean
  readonly kind: Participant['parts'][number]['kind']
  readonly name: string | null
  readonly at: Date | null
}

/** Lists the users and groups that are or were involved in an instance, in the order of their first involvement. */
export async function listParticipants(
  db: Database,
  request: Request,
  id: string,
): Promise<AnswerOf<typeof processCalls.participants>> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const { instance } = await getVisibleInstance(tx, request.user, id)
    const rows = [...ofInstance(instance), ...(await runSql<PartRow>(tx, partsSql(workplaceId, instance)))]
    const [people, groups] = await Promise.all([
      readPeople(
        tx,
        workplaceId,
        rows.flatMap(({ who, is_group }) => (is_group ? [] : [who])),
      ),
      readGroupNames(
        tx,
        workplaceId,
        rows.flatMap(({ who, is_group }) => (is_group ? [who] : [])),
      ),
    ])
    const found = new Map<string, Participant>()
    for (const { who, is_group, kind, name, at } of rows) {
      const key = `${is_group ? 'g' : 'u'}:${who}`
      const known = found.get(key) ?? {
        person: is_group ? null : people.get(who),
        group: is_group ? (groups.get(who) ?? who) : null,
        parts: [],
      }
      found.set(key, { ...known, parts: [...known.parts, { kind, name, at: at === null ? null : at.toISOString() }] })
    }
    const items = [...found.values()]
    return { items: items.slice(0, maxPeople), isCapped: items.length > maxPeople || rows.length > maxTasks }
  })
}

function ofInstance({ start_user_id, started_at, ended_by, ended_at, outcome }: InstanceRow): PartRow[] {
  const of = (who: string | null, kind: PartRow['kind'], at: Date | null): PartRow[] =>
    who === null ? [] : [{ who, is_group: false, kind, name: null, at }]
  return [
    ...of(start_user_id, 'started', started_at),
    ...(outcome === 'deleted' ? of(ended_by, 'cancelled', ended_at) : []),
  ]
}

function partsSql(workplaceId: string, { id, root_id }: InstanceRow) {
  return sql`select who, is_group, kind, name, at from (
      select t.id, r.who, r.is_group, r.kind, coalesce(t.name, t.task_key) as name, t.created_at as at from task t
        cross join lateral (
          select t.assignee as who, false as is_group, 'has' as kind where t.assignee is not null
          union all select g, true, 'may-claim' from unnest(t.candidate_groups) g where t.assignee is null
          union all select u, false, 'may-claim' from unnest(t.candidate_users) u where t.assignee is null
        ) r where t.workplace_id = ${workplaceId} and t.root_id = ${root_id} and t.instance_id = ${id}
      union all
      select t.id, r.who, false, r.kind, coalesce(t.name, t.task_key), t.ended_at from history_task t
        cross join lateral (
          select t.ended_by as who, 'completed' as kind where t.reason = 'completed' and t.ended_by is not null
          union all select t.assignee, 'had' where t.assignee is not null and (t.reason <> 'completed' or t.ended_by is distinct from t.assignee)
        ) r where t.workplace_id = ${workplaceId} and t.instance_id = ${id}
    ) p order by id, kind limit ${maxTasks + 1}`
}
