import type { BudgetValues } from '@millrace/contract'
import { type Refusal, refuse } from '../errors/refusal.ts'

/**
 * Null for a query of so many conditions: PostgreSQL thinks about many for longer than it takes to look for rows by them,
 * and is deaf meanwhile.
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
