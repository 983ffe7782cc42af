import { listLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { selectRows } from '../../platform/list/relation.ts'

export interface DeploymentListRow {
  readonly id: string
  readonly name: string | null
  readonly source: string | null
  readonly tenant_id: string | null
  readonly deployed_at: Date
  readonly deployed_by: string | null
  /** Names of the first three files. */
  readonly file_names: string[]
  readonly file_count: number
  readonly process_count: number
  readonly decision_count: number
}

export async function findDeployment(tx: Tx, workplaceId: string, id: string): Promise<DeploymentListRow | null> {
  if (!isUuid(id)) return null
  const [row] = await selectRows<DeploymentListRow>(tx, {
    columns: deploymentColumns,
    from: sql`deployment d`,
    where: [sql`d.workplace_id = ${workplaceId}`, sql`d.id = ${id}`],
  })
  return row ?? null
}

const countOf = (table: string) =>
  sql`(select count(*) from ${sql.table(table)} x where x.workplace_id = d.workplace_id and x.deployment_id = d.id)`

/** Columns of a `DeploymentListRow`, `d` being the deployment. */
export const deploymentColumns = sql`d.id, d.name, d.source, d.tenant_id, d.deployed_at, d.deployed_by,
  array(select r.name from deployment_resource r where r.workplace_id = d.workplace_id and r.deployment_id = d.id order by r.name limit 3) as file_names,
  ${countOf('deployment_resource')} as file_count, ${countOf('process_definition')} as process_count, ${countOf('decision_definition')} as decision_count`

export interface ResourceRow {
  readonly id: string
  readonly name: string
  readonly size: number
}

export interface DefinitionRow {
  readonly id: string
  readonly key: string
  readonly name: string | null
  readonly version: number
  readonly resource_name: string
}

export interface ProcessRow extends DefinitionRow {
  readonly is_suspended: boolean
  readonly is_startable: boolean
  /** The icon of its model. */
  readonly icon: string | null
  /** The icon that an operator chose instead. */
  readonly chosen_icon: string | null
  /** Counted as far as a list reaches. */
  readonly running: number
}

export interface DeploymentContents {
  readonly resources: ResourceRow[]
  readonly processes: ProcessRow[]
  readonly decisions: DefinitionRow[]
}

export async function readContents(tx: Tx, workplaceId: string, deploymentId: string): Promise<DeploymentContents> {
  const [resources, processes, decisions] = await tx.queries(
    kysely
      .selectFrom('deployment_resource')
      .where('workplace_id', '=', workplaceId)
      .where('deployment_id', '=', deploymentId)
      .select(['id', 'name', sql<number>`length(bytes)`.as('size')])
      .orderBy('name'),
    kysely
      .selectFrom('process_definition as d')
      .leftJoin('process_icon as p', (join) =>
        join.onRef('p.workplace_id', '=', 'd.workplace_id').onRef('p.process_key', '=', 'd.key'),
      )
      .where('d.workplace_id', '=', workplaceId)
      .where('d.deployment_id', '=', deploymentId)
      .select([
        'd.id',
        'd.key',
        'd.name',
        'd.version',
        'd.resource_name',
        'd.is_suspended',
        'd.icon',
        'p.icon as chosen_icon',
      ])
      .select([
        sql<boolean>`d.is_startable and d.has_none_start`.as('is_startable'),
        sql<number>`(select count(*) from (select from instance i where i.workplace_id = ${workplaceId} and i.definition_id = d.id limit ${listLimits.total}) i)`.as(
          'running',
        ),
      ])
      .orderBy('d.key'),
    kysely
      .selectFrom('decision_definition')
      .where('workplace_id', '=', workplaceId)
      .where('deployment_id', '=', deploymentId)
      .select(['id', 'key', 'name', 'version', 'resource_name'])
      .orderBy('key'),
  )
  return { resources, processes, decisions }
}

export async function findFile(
  tx: Tx,
  workplaceId: string,
  { id, fileId }: { id: string; fileId: string },
): Promise<{ name: string; bytes: Buffer } | null> {
  if (!isUuid(id) || !isUuid(fileId)) return null
  const [row] = await tx.query(
    kysely
      .selectFrom('deployment_resource')
      .where('workplace_id', '=', workplaceId)
      .where('deployment_id', '=', id)
      .where('id', '=', fileId)
      .select(['name', 'bytes']),
  )
  return row ?? null
}
