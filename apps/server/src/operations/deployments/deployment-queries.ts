import { listLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { containing, countLimit, type PageQuery, rangeOf } from '../../platform/db/page.ts'
import { isUuid } from '../../platform/db/uuid.ts'

export interface DeploymentListRow {
  readonly id: string
  readonly name: string | null
  readonly source: string | null
  readonly deployed_at: Date
  readonly deployed_by: string | null
  /** Names of the first three files. */
  readonly file_names: string[]
  readonly file_count: number
  readonly process_count: number
  readonly decision_count: number
}

export interface DeploymentQuery extends PageQuery {
  readonly sort?: keyof typeof orders | undefined
  readonly q?: string | undefined
}

export async function listDeployments(
  tx: Tx,
  workplaceId: string,
  query: DeploymentQuery,
): Promise<{ rows: DeploymentListRow[]; count: number }> {
  const { offset, limit } = rangeOf(query)
  const matching = selectMatching(workplaceId, query.q)
  const page = matching
    .orderBy(orders[query.sort ?? '-deployed'])
    .orderBy('d.id', 'desc')
    .offset(offset)
    .limit(limit)
  const [rows, [counted]] = await tx.queries(
    withContents(workplaceId)
      .where('d.id', 'in', page.select('d.id'))
      .orderBy(orders[query.sort ?? '-deployed'])
      .orderBy('d.id', 'desc'),
    kysely
      .selectFrom(matching.select('d.id').limit(countLimit).as('m'))
      .select(({ fn }) => fn.countAll<number>().as('count')),
  )
  return { rows, count: counted?.count ?? 0 }
}

export async function findDeployment(tx: Tx, workplaceId: string, id: string): Promise<DeploymentListRow | null> {
  if (!isUuid(id)) return null
  const [row] = await tx.query(withContents(workplaceId).where('d.id', '=', id))
  return row ?? null
}

const orders = {
  deployed: sql`d.deployed_at`,
  '-deployed': sql`d.deployed_at desc`,
  name: sql`lower(d.name) nulls last`,
  '-name': sql`lower(d.name) desc nulls last`,
}

function selectMatching(workplaceId: string, q: string | undefined) {
  const all = kysely.selectFrom('deployment as d').where('d.workplace_id', '=', workplaceId)
  if (q === undefined || q === '') return all
  const pattern = containing(q)
  return all.where(({ or, eb, exists, selectFrom }) =>
    or([
      eb('d.name', 'ilike', pattern),
      eb('d.source', 'ilike', pattern),
      exists(
        selectFrom('deployment_resource as r')
          .where('r.workplace_id', '=', workplaceId)
          .whereRef('r.deployment_id', '=', 'd.id')
          .where('r.name', 'ilike', pattern)
          .select('r.id'),
      ),
    ]),
  )
}

function withContents(workplaceId: string) {
  const count = (table: string) =>
    sql<number>`(select count(*) from ${sql.table(table)} x where x.workplace_id = ${workplaceId} and x.deployment_id = d.id)`
  return kysely
    .selectFrom('deployment as d')
    .where('d.workplace_id', '=', workplaceId)
    .select(['d.id', 'd.name', 'd.source', 'd.deployed_at', 'd.deployed_by'])
    .select([
      sql<
        string[]
      >`array(select r.name from deployment_resource r where r.workplace_id = ${workplaceId} and r.deployment_id = d.id order by r.name limit 3)`.as(
        'file_names',
      ),
      count('deployment_resource').as('file_count'),
      count('process_definition').as('process_count'),
      count('decision_definition').as('decision_count'),
    ])
}

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
      .where('d.workplace_id', '=', workplaceId)
      .where('d.deployment_id', '=', deploymentId)
      .select(['d.id', 'd.key', 'd.name', 'd.version', 'd.resource_name', 'd.is_suspended'])
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
