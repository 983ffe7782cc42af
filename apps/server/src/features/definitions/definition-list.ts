import { listLimits, type ProcessRow } from '@millrace/contract'
import { definitionList } from '@millrace/contract/lists/definitions'
import { sql } from 'kysely'
import { containsAny, onTextKey } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { readPeople } from '../../runtime/rights/people.ts'

interface Row {
  readonly id: string
  readonly key: string
  readonly name: string | null
  readonly version: number
  readonly tenant: string
  readonly deployed_at: Date
  readonly deployed_by: string | null
  readonly is_suspended: boolean
  readonly running: number
  readonly incidents: number
}

/** Keys of processes with open incidents, which are few: groups that have some, and those that have got some since they were added up. */
const keysWithIncidents = sql`array(select g.process_key from incident_group g where g.workplace_id = l.workplace_id and g.open_count > 0
  union select g.process_key from incident_group_change c join incident_group g on g.workplace_id = c.workplace_id and g.id = c.group_id
    where c.workplace_id = l.workplace_id group by g.id, g.process_key, g.open_count having g.open_count + sum(c.delta) > 0)`

/**
 * The newest version of each process. Numbers of instances are counted for the rows of a page alone, and no further than
 * lists count; those of incidents are kept by their groups.
 */
export const definitions: ListSource<typeof definitionList, Row, ProcessRow> = defineSource({
  list: definitionList,
  columns: sql`l.definition_id as id, l.key, l.name, l.version, l.tenant, l.deployed_at, l.is_suspended,
    (select p.deployed_by from deployment p where p.workplace_id = l.workplace_id and p.id = l.deployment_id) as deployed_by,
    (select count(*)::int from (select from process_definition d join instance i on i.workplace_id = d.workplace_id and i.definition_id = d.id
      where d.workplace_id = l.workplace_id and d.key = l.key and coalesce(d.tenant_id, '') = l.tenant limit ${listLimits.total}) r) as running,
    (select coalesce(sum(g.open_count + coalesce((select sum(c.delta) from incident_group_change c where c.workplace_id = g.workplace_id and c.group_id = g.id), 0)), 0)::int
      from incident_group g where g.workplace_id = l.workplace_id and g.process_key = l.key) as incidents`,
  from: () => sql`process_listing l`,
  where: ({ user }) => [sql`l.workplace_id = ${user.workplaceId}`],
  keys: {
    name: { sql: sql`l.name_key`, type: 'text' },
    key: { sql: sql`l.key_key`, type: 'text' },
    deployed: { sql: sql`l.deployed_at`, type: 'instant' },
  },
  id: { sql: sql`l.definition_id`, type: 'id' },
  filters: {
    name: onTextKey(sql`l.name_key`),
    key: onTextKey(sql`l.key_key`),
    suspended: sql`l.is_suspended`,
    incidents: ({ values: [wanted] }) =>
      wanted === 'true' ? sql`l.key = any(${keysWithIncidents})` : sql`l.key <> all(${keysWithIncidents})`,
    deployed: sql`l.deployed_at`,
  },
  search: (text) => containsAny([sql`l.name`, sql`l.key`], text),
  present: async (rows, { tx, user }) => {
    const people = await readPeople(
      tx,
      user.workplaceId,
      rows.map(({ deployed_by }) => deployed_by),
    )
    return rows.map((row) => ({
      id: row.id,
      key: row.key,
      name: row.name ?? row.key,
      version: row.version,
      tenantId: row.tenant === '' ? null : row.tenant,
      running: row.running,
      incidents: row.incidents,
      deployedAt: row.deployed_at.toISOString(),
      deployedBy: people.find(row.deployed_by),
      isSuspended: row.is_suspended,
    }))
  },
})
