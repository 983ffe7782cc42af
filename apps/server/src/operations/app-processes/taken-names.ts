import { pageTexts } from '@millrace/contract/page-texts'
import pg from 'pg'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

const { duplicate } = pageTexts.outcomes

/**
 * Does what gives processes names and keys. The unique indexes decide, so two who take the same one at once cannot both
 * have it.
 *
 * @param where the field of the body that the failure of a statement is about.
 */
export async function withFreeProcessNames<T>(
  work: () => Promise<T>,
  where: (field: string, error: unknown) => string = (field) => field,
): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    const taken = error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined
    if (taken === 'app_process_name')
      return refuse('app-process.name-taken', duplicate.processName, [
        { where: where('name', error), message: duplicate.processName },
      ])
    if (taken === 'app_process_key')
      return refuse('app-process.key-taken', duplicate.processKey, [
        { where: where('key', error), message: duplicate.processKey },
      ])
    throw error
  }
}
