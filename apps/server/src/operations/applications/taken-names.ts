import { pageTexts } from '@millrace/contract/page-texts'
import pg from 'pg'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

const { duplicate } = pageTexts.outcomes

/**
 * Does what gives an application its name and key. The unique indexes decide, so two who take the same one at once cannot
 * both have it.
 */
export async function withFreeApplicationNames<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    const taken = error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined
    if (taken === 'application_name')
      return refuse('application.name-taken', duplicate.applicationName, [
        { where: 'name', message: duplicate.applicationName },
      ])
    if (taken === 'application_key')
      return refuse('application.key-taken', duplicate.applicationKey, [
        { where: 'key', message: duplicate.applicationKey },
      ])
    throw error
  }
}
