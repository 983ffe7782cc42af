import { definitionLimits, type HistoryLevel, listLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { DefinitionRights } from '../../operations/processes/policy.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { runSql } from '../../platform/list/sql.ts'

export interface DefinitionRow extends DefinitionRights {
  readonly id: string
  readonly name: string | null
  readonly version: number
  readonly version_tag: string | null
  readonly tenant_id: string | null
  readonly description: string | null
  readonly resource_name: string
  readonly deployment_id: string
  readonly deployment_name: string | null
  readonly deployed_at: Date
  readonly deployed_by: string | null
  readonly history_time_to_live: number | null
  readonly history_level: HistoryLevel
  readonly running: number
  readonly ended: number
  readonly incidents: number
  readonly newest_id: string
}

export async function findDefinition(tx: Tx, workplaceId: string, id: string): Promise<DefinitionRow | null> {
  if (!isUuid(id)) return null
  const [row] = await runSql<DefinitionRow>(
    tx,
    sql`select d.id, d.key, d.name, d.version, d.version_tag, d.tenant_id, d.description, d.resource_name, d.deployment_id, p.name as deployment_name,
        p.deployed_at, p.deployed_by, d.history_time_to_live, d.history_level, d.is_startable, d.has_none_start, d.is_suspended, d.starter_users, d.starter_groups,
        (select count(*)::int from (select from instance i where i.workplace_id = d.workplace_id and i.definition_id = d.id limit ${listLimits.count}) i) as running,
        (select count(*)::int from (select from history_instance i where i.workplace_id = d.workplace_id and i.definition_id = d.id limit ${listLimits.count}) i) as ended,
        ${incidentsOf} as incidents,
        (select n.id from process_definition n where n.workplace_id = d.workplace_id and n.key = d.key and coalesce(n.tenant_id, '') = coalesce(d.tenant_id, '')
          order by n.version desc limit 1) as newest_id
      from process_definition d join deployment p on p.workplace_id = d.workplace_id and p.id = d.deployment_id
      where d.workplace_id = ${workplaceId} and d.id = ${id}::uuid`,
  )
  return row ?? null
}

/** The number of incidents that the version itself has raised, without those of calling instances. */
const incidentsOf = sql`(select count(*)::int from (select from incident n where n.workplace_id = d.workplace_id and n.version_id = d.id limit ${listLimits.count}) n)`

export interface VersionRow {
  readonly id: string
  readonly version: number
  readonly version_tag: string | null
  readonly deployed_at: Date
  readonly deployed_by: string | null
  readonly is_suspended: boolean
  readonly running: number
  readonly incidents: number
}

/** Lists the newest versions of a process, one more than the page shows if there are more. */
export function listVersions(
  tx: Tx,
  workplaceId: string,
  { key, tenant_id }: Pick<DefinitionRow, 'key' | 'tenant_id'>,
): Promise<VersionRow[]> {
  return runSql<VersionRow>(
    tx,
    sql`select d.id, d.version, d.version_tag, d.is_suspended, p.deployed_at, p.deployed_by,
        (select count(*)::int from (select from instance i where i.workplace_id = d.workplace_id and i.definition_id = d.id limit ${listLimits.total}) i) as running,
        (select count(*)::int from (select from incident n where n.workplace_id = d.workplace_id and n.version_id = d.id limit ${listLimits.total}) n) as incidents
      from process_definition d join deployment p on p.workplace_id = d.workplace_id and p.id = d.deployment_id
      where d.workplace_id = ${workplaceId} and d.key = ${key} and coalesce(d.tenant_id, '') = coalesce(${tenant_id}::text, '')
      order by d.version desc limit ${definitionLimits.versions + 1}`,
  )
}

export interface JobDefinitionRow {
  readonly id: string
  readonly element_key: string
  readonly element_name: string | null
  readonly type: string
  readonly configuration: string
  readonly is_suspended: boolean
  readonly priority: number | null
}

export function listJobDefinitions(tx: Tx, workplaceId: string, definitionId: string): Promise<JobDefinitionRow[]> {
  return runSql<JobDefinitionRow>(
    tx,
    sql`select j.id, j.element_key, e.name as element_name, j.type, j.configuration, j.is_suspended, j.priority::float8 as priority
      from job_definition j left join process_element e on e.workplace_id = j.workplace_id and e.definition_id = j.definition_id and e.element_key = j.element_key
      where j.workplace_id = ${workplaceId} and j.definition_id = ${definitionId}::uuid order by j.element_key, j.kind, j.is_inner`,
  )
}

export interface ReferenceRow {
  readonly id: string
  readonly key: string
  readonly name: string | null
  readonly version: number
}

export function listSiblingDecisions(tx: Tx, workplaceId: string, deploymentId: string): Promise<ReferenceRow[]> {
  return runSql<ReferenceRow>(
    tx,
    sql`select id, key, name, version from decision_definition where workplace_id = ${workplaceId} and deployment_id = ${deploymentId}::uuid order by key`,
  )
}

export function presentReference({ id, key, name, version }: ReferenceRow) {
  return { id, key, name: name ?? key, version }
}
