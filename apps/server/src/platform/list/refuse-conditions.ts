import type { BudgetValues } from '@millrace/contract'
import { type Refusal, refuse } from '../errors/refusal.ts'

/**
 * Refuses a query with too many conditions, because PostgreSQL takes long to plan it and cannot be cancelled meanwhile.
 * Returns null otherwise.
 */
export function refuseConditions(
  count: number,
  { queryConditions: most }: Pick<BudgetValues, 'queryConditions'>,
): Refusal | null {
  if (count <= most) return null
  return refuse(
    'request.too-costly',
    `Expected a query of at most ${most} conditions (queryConditions), but it has ${count}. Use fewer conditions, or several queries.`,
  )
}
