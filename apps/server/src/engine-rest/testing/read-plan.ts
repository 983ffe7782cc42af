import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { Sql } from '../query/filters.ts'

/** A node of a plan of PostgreSQL, after it was executed. */
interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

/** Executes a query in a workplace, and returns the nodes of its plan. */
export async function readPlan(db: Database, workplaceId: string, query: Sql): Promise<Plan[]> {
  const [row] = await db.read({ workplaceId }, (tx) =>
    runSql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(tx, sql`explain (analyze, format json) ${query}`),
  )
  const [explained] = row?.['QUERY PLAN'] ?? []
  if (explained === undefined) throw new Error('Expected a plan, but there is none.')
  return flatten(explained.Plan)
}

/** Returns how many rows a node of a plan has read. */
export function countReadRows(node: Plan): number {
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
}

function flatten(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)]
}
