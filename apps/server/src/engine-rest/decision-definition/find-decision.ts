import { sql } from 'kysely'
import { type Call, pathOf } from '../http/call.ts'
import { failed, notFound, RestRefusal } from '../http/rest-refusal.ts'
import { asId, type Sql } from '../query/filters.ts'
import { findRow, type ListQuery } from '../query/list-query.ts'
import { type DecisionRow, decisionQuery, type RequirementsRow, requirementsQuery } from './decision-query.ts'

export const decisionPaths = [
  '/decision-definition/:id',
  '/decision-definition/key/:key',
  '/decision-definition/key/:key/tenant-id/:tenantId',
] as const
export const requirementsPaths = [
  '/decision-requirements-definition/:id',
  '/decision-requirements-definition/key/:key',
  '/decision-requirements-definition/key/:key/tenant-id/:tenantId',
] as const

/** Returns the decision in the path: by its id, or the latest version of a key, without a tenant or of exactly one. */
export async function getDecision(
  call: Call,
  missing: (id: string) => Error = (id) => notFound(`no deployed decision definition found with id '${id}'`),
): Promise<DecisionRow> {
  return find(call, decisionQuery, sql`decision_definition`, 'decision definition', missing)
}

/** Returns the refusal of calls that pass on the error of Camunda's engine unchanged. */
export function unknownToEngine(id: string): RestRefusal {
  return new RestRefusal(
    400,
    'NotFoundException',
    `no deployed decision definition found with id '${id}': decisionDefinition is null`,
    0,
  )
}

export async function getRequirements(call: Call, type = 'InvalidRequestException'): Promise<RequirementsRow> {
  const missing = (id: string) =>
    new RestRefusal(
      400,
      type,
      `no deployed decision requirements definition found with id '${id}': decisionRequirementsDefinition is null`,
      0,
    )
  return find(call, requirementsQuery, sql`decision_requirements`, 'decision requirements definition', missing)
}

async function find<Row>(
  call: Call,
  query: ListQuery<Row>,
  table: Sql,
  what: string,
  missing: (id: string) => Error,
): Promise<Row> {
  const { key, tenantId } = call.path
  const condition =
    key === undefined
      ? sql`d.id = ${asId(pathOf(call, 'id'))}::uuid`
      : sql`d.key = ${key} and d.tenant_id is not distinct from ${tenantId ?? null} and d.version = (select max(o.version) from ${table} o
          where o.workplace_id = d.workplace_id and o.key = d.key and o.tenant_id is not distinct from d.tenant_id)`
  const row = await call.runtime.db.read(call.actor, (tx) => findRow(tx, query, call.request, condition))
  if (row !== undefined) return row
  if (key === undefined) throw missing(pathOf(call, 'id'))
  throw failed(
    404,
    `No matching ${what} with key: ${key} and ${tenantId === undefined ? 'no tenant-id' : `tenant-id: ${tenantId}`}`,
    null,
  )
}
