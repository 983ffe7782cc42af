import { pageTexts } from '@millrace/contract/page-texts'
import pg from 'pg'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

const { duplicate } = pageTexts.outcomes

/**
 * Does what gives decisions names and keys. The unique indexes decide, so two who take the same one at once cannot both
 * have it.
 *
 * @param where the field of the body that the failure of a statement is about.
 */
export async function withFreeDecisionNames<T>(
  work: () => Promise<T>,
  where: (field: string, error: unknown) => string = (field) => field,
): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    const taken = error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined
    if (taken === 'app_decision_name')
      return refuse('app-decision.name-taken', duplicate.decisionName, [
        { where: where('name', error), message: duplicate.decisionName },
      ])
    if (taken === 'app_decision_key')
      return refuse('app-decision.key-taken', duplicate.decisionKey, [
        { where: where('key', error), message: duplicate.decisionKey },
      ])
    throw error
  }
}
