import { listLimits, type ProcessRow } from '@millrace/contract'
import { definitionList } from '@millrace/contract/lists/definitions'
import { sql } from 'kysely'
import { withinReach } from '../../operations/within-reach.ts'
import { containsAny, onTextKey } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { seenDefinitions } from '../../runtime/rights/start-rights.ts'

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

/**
 * The number of open incidents of all versions: the counts of the causes, and incidents that are not added to them yet.
 */
const openIncidents = sql`(select coalesce(sum(g.open_count + coalesce((select sum(c.delta) from incident_group_change c where c.workplace_id = g.workplace_id and c.group_id = g.id), 0)), 0)::int
  from incident_group g where g.workplace_id = l.workplace_id and g.process_key = l.key)`

/** The order makes each version's instances come from their index, however many of all are its own. */
const runningInstances = sql`(select least(coalesce(sum(r.count), 0), ${listLimits.total})::int from process_definition d
  cross join lateral (select count(*) from (select from instance i where i.workplace_id = d.workplace_id and i.definition_id = d.id order by i.id limit ${listLimits.total}) i) r
  where d.workplace_id = l.workplace_id and d.key = l.key and coalesce(d.tenant_id, '') = l.tenant)`

/**
 * The list of the newest version of each process. Instances are only counted for the rows of a page, up to the limit of
 * lists; numbers of incidents come from the causes of incidents.
 */
export const definitions: ListSource<typeof definitionList, Row, ProcessRow> = defineSource({
  list: definitionList,
  columns: sql`l.definition_id as id, l.key, l.name, l.version, l.tenant, l.deployed_at, l.is_suspended,
    (select p.deployed_by from deployment p where p.workplace_id = l.workplace_id and p.id = l.deployment_id) as deployed_by,
    ${runningInstances} as running, ${openIncidents} as incidents`,
  from: () => sql`process_listing l`,
  where: ({ user }) => [sql`l.workplace_id = ${user.workplaceId}`, ...withinReach(seenDefinitions(user), sql`l.key`)],
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
    incidents: sql`(${openIncidents} > 0)`,
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
