import type { BudgetValues } from '@millrace/contract'
import type { Tx } from '../../platform/db/database.ts'
import { type Choice, selectShown, type VariableRow, type VariableScope } from './select-variables.ts'

/** Bytes that each variable counts beside its value, for its name and type: many small ones are much, too. */
const perVariable = 100

/** The room that one answer has for the variables of several tasks or instances together. */
export interface AnswerRoom {
  /**
   * Reads variables with the values that the answer shows, and takes the room that they need.
   *
   * @throws Refusal `request.too-costly` when they need more than is left, before their values are read.
   */
  select(tx: Tx, workplaceId: string, scope: VariableScope, choice: Choice): Promise<VariableRow[]>
}

export function createAnswerRoom({ answerValues: most }: Pick<BudgetValues, 'answerValues'>): AnswerRoom {
  let used = 0
  return {
    select: async (tx, workplaceId, scope, choice) => {
      const rows = await selectShown(tx, workplaceId, scope, { ...choice, most, used })
      used += (rows[0]?.total ?? 0) + rows.length * perVariable
      return rows
    },
  }
}
