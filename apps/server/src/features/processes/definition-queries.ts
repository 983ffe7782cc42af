import { sql } from 'kysely'
import type { DefinitionRights } from '../../operations/processes/policy.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { presentFile } from '../../runtime/definitions/read-model.ts'

export interface DefinitionRow extends DefinitionRights {
  readonly id: string
  readonly key: string
  readonly name: string | null
  readonly version: number
  readonly description: string | null
  /** Name of its category. */
  readonly category: string | null
  readonly tenant_id: string | null
}

export async function findDefinition(tx: Tx, workplaceId: string, id: string): Promise<DefinitionRow | null> {
  if (!isUuid(id)) return null
  const [row] = await tx.query(
    kysely
      .selectFrom('process_definition as d')
      .leftJoin('process_category as p', (join) =>
        join.onRef('p.workplace_id', '=', 'd.workplace_id').onRef('p.process_key', '=', 'd.key'),
      )
      .leftJoin('category as c', (join) =>
        join.onRef('c.workplace_id', '=', 'p.workplace_id').onRef('c.id', '=', 'p.category_id'),
      )
      .where('d.workplace_id', '=', workplaceId)
      .where('d.id', '=', id)
      .select([
        'd.id',
        'd.key',
        'd.name',
        'd.version',
        'd.description',
        'd.tenant_id',
        'd.is_startable',
        'd.has_none_start',
        'd.is_suspended',
        'd.starter_users',
        'd.starter_groups',
      ])
      .select('c.name as category'),
  )
  return row ?? null
}

/** Finds the newest version of the process of a definition. */
export async function findNewest(
  tx: Tx,
  workplaceId: string,
  definitionId: string,
): Promise<(DefinitionRights & { readonly id: string }) | null> {
  const [row] = await runSql<DefinitionRights & { readonly id: string }>(
    tx,
    sql`select n.id, n.key, n.is_startable, n.has_none_start, n.is_suspended, n.starter_users, n.starter_groups from process_definition d
      cross join lateral (select * from process_definition p where p.workplace_id = d.workplace_id and p.key = d.key
        and p.tenant_id is not distinct from d.tenant_id order by p.version desc limit 1) n
      where d.workplace_id = ${workplaceId} and d.id = ${definitionId}::uuid`,
  )
  return row ?? null
}

/** Returns the BPMN file with which a definition was deployed. @throws Refusal when its deployment was deleted. */
export async function readXml(tx: Tx, workplaceId: string, definitionId: string): Promise<string> {
  const [row] = await tx.query(
    kysely
      .selectFrom('process_definition as d')
      .innerJoin('deployment_resource as r', (join) =>
        join
          .onRef('r.workplace_id', '=', 'd.workplace_id')
          .onRef('r.deployment_id', '=', 'd.deployment_id')
          .onRef('r.name', '=', 'd.resource_name'),
      )
      .where('d.workplace_id', '=', workplaceId)
      .where('d.id', '=', definitionId)
      .select('r.bytes'),
  )
  if (row === undefined)
    throw refuse('thing.not-found', 'Expected the model of the process, but its deployment has been deleted.')
  return presentFile(row.bytes)
}
