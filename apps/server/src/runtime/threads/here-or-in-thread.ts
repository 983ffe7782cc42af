import { type Allowance, createMeter, OutOfAllowance } from '@millrace/expressions'
import { refuse } from '../../platform/errors/refusal.ts'
import type { Runtime } from '../runtime.ts'

/**
 * Runs an evaluation on the event loop, or in a worker thread if it exceeds the budget of the loop, or did so recently.
 *
 * @param key identifies similar evaluations, so that expensive ones are remembered; null: not remembered.
 * @throws Refusal when it exceeds the budgets.
 */
export async function hereOrInThread<Answer>(
  { budgets, heavyRuns }: Runtime,
  key: string | null,
  here: (allowance: Allowance) => Answer,
  inThread: () => Promise<Answer>,
): Promise<Answer> {
  if (key !== null && heavyRuns.has(key)) return inThread()
  const meter = createMeter(budgets.inline, 'inline')
  try {
    return here({ meter, isOnLoop: true, budgets })
  } catch (error) {
    if (!(error instanceof OutOfAllowance)) throw error
    if (error.limit !== 'inline') throw refuse('budget.exceeded', error.message)
    // What cannot be done here at all costs nobody anything.
    if (key !== null && meter.used >= budgets.inline) heavyRuns.add(key)
  }
  return inThread()
}
