import { type Allowance, createMeter, OutOfAllowance } from '@millrace/expressions'
import { refuse } from '../../platform/errors/refusal.ts'
import type { Runtime } from '../runtime.ts'

/**
 * Evaluates on the event loop, or in a worker thread when it is too heavy or was too heavy recently.
 *
 * @param key of what is alike, for this. Null: it is tried here each time.
 * @throws Refusal when it takes more than the budgets allow.
 */
export async function hereOrAside<Answer>(
  { budgets, heavyRuns }: Runtime,
  key: string | null,
  here: (allowance: Allowance) => Answer,
  aside: () => Promise<Answer>,
): Promise<Answer> {
  if (key !== null && heavyRuns.has(key)) return aside()
  const meter = createMeter(budgets.inline, 'inline')
  try {
    return here({ meter, isOnLoop: true, budgets })
  } catch (error) {
    if (!(error instanceof OutOfAllowance)) throw error
    if (error.limit !== 'inline') throw refuse('budget.exceeded', error.message)
    // What cannot be done here at all costs nobody anything.
    if (key !== null && meter.used >= budgets.inline) heavyRuns.add(key)
  }
  return aside()
}
