import type { IncidentGroupRow, IncidentGroupState } from '@millrace/contract'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Sql } from '../../platform/list/sql.ts'
import { readPeople } from '../../runtime/rights/people.ts'

export interface GroupRow {
  readonly id: string
  readonly process_key: string
  readonly process_name: string | null
  readonly newest_id: string | null
  readonly element_key: string | null
  readonly element_name: string | null
  readonly type: string
  readonly message: string
  readonly count: number
  readonly first_at: Date
  readonly last_at: Date
  readonly since_id: string | null
  readonly since_version: number | null
  readonly since_at: Date | null
  readonly owner: string | null
  readonly is_resting: boolean
  readonly snoozed_until: Date | null
  readonly note: string | null
  readonly revision: number
}

/** Changes that are not added to the group yet. */
const waiting = (what: Sql) =>
  sql`(select ${what} from incident_group_change c where c.workplace_id = g.workplace_id and c.group_id = g.id)`

/** Open incidents there are now, `g` being the group. */
const openCount = sql`(g.open_count + coalesce(${waiting(sql`sum(c.delta)`)}, 0))`

const lastAt = sql`greatest(g.last_at, ${waiting(sql`max(c.at) filter (where c.delta > 0)`)})`

export const hasIncidents = sql`${openCount} > 0`

/** Returns the condition that a cause is snoozed: neither the time nor the incident that ends the snooze has come. */
export function isResting(now: Date): Sql {
  return sql`coalesce(g.snoozed_until > ${now.toISOString()}::timestamptz and (g.snoozed_until < 'infinity' or ${lastAt} <= g.snoozed_at), false)`
}

/** The selected columns of a `GroupRow`. */
export function groupColumns(clock: () => Date): Sql {
  return sql`g.id, g.process_key, g.element_key, g.type, left(g.message, 500) as message, ${openCount}::int as count, g.first_at, ${lastAt} as last_at, g.owner, g.note, g.revision,
    ${isResting(clock())} as is_resting, case when g.snoozed_until < 'infinity' then g.snoozed_until end as snoozed_until,
    (select l.name from process_listing l where l.workplace_id = g.workplace_id and l.key = g.process_key order by l.tenant limit 1) as process_name,
    (select l.definition_id from process_listing l where l.workplace_id = g.workplace_id and l.key = g.process_key order by l.tenant limit 1) as newest_id,
    (select e.name from process_element e where e.workplace_id = g.workplace_id and e.definition_id = g.definition_id and e.element_key = g.element_key) as element_name,
    s.id as since_id, s.version as since_version, s.deployed_at as since_at`
}

/** Returns the joins for `groupColumns`: the newest deployment of the process before the first incident. */
export const sinceDeployment = sql`left join lateral (
    select d.id, d.version, p.deployed_at from process_definition d join deployment p on p.workplace_id = d.workplace_id and p.id = d.deployment_id
    where d.workplace_id = g.workplace_id and d.key = g.process_key and p.deployed_at <= g.first_at order by p.deployed_at desc, d.version desc limit 1) s on true`

export async function presentGroups(
  rows: readonly GroupRow[],
  { tx, user }: { readonly tx: Tx; readonly user: Person },
): Promise<IncidentGroupRow[]> {
  const people = await readPeople(
    tx,
    user.workplaceId,
    rows.map(({ owner }) => owner),
  )
  return rows.map((row) => {
    const process = {
      key: row.process_key,
      name: row.process_name ?? row.process_key,
      definitionId: row.newest_id,
    }
    const state = stateOf(row)
    return {
      id: row.id,
      message: row.message,
      type: row.type,
      process,
      elementId: row.element_key,
      elementName: row.element_name,
      place: [row.element_name ?? row.element_key, process.name].filter(Boolean).join(' · '),
      count: Math.max(0, row.count),
      firstAt: row.first_at.toISOString(),
      lastAt: row.last_at.toISOString(),
      since:
        row.since_id === null || row.since_version === null || row.since_at === null
          ? null
          : { definitionId: row.since_id, version: row.since_version, deployedAt: row.since_at.toISOString() },
      owner: people.find(row.owner),
      state,
      snoozedUntil: state === 'snoozed' ? (row.snoozed_until?.toISOString() ?? null) : null,
    }
  })
}

function stateOf({ count, is_resting }: GroupRow): IncidentGroupState {
  if (count <= 0) return 'fixed'
  return is_resting ? 'snoozed' : 'open'
}
