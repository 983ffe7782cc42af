import pg from 'pg'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { TakenNames } from './record-kind.ts'

/**
 * Runs work that gives names and keys to records. Unique indexes decide, so two users cannot take the same name at the
 * same time. Refuses with `thing.name-taken` or `thing.key-taken`.
 *
 * @param options.where the field of the body that the failure of a statement is about.
 */
export async function withFreeNames<T>(
  kinds: TakenNames | readonly TakenNames[],
  work: () => Promise<T>,
  { where = (field: string, _error: unknown) => field } = {},
): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    const constraint = error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined
    for (const { kind, taken } of [kinds].flat()) {
      const found = constraint === undefined ? undefined : taken[constraint]
      if (found === undefined) continue
      const { code, message, sentence = message } = found
      return refuse(code, sentence, [{ where: where(found.where, error), message }], kind)
    }
    throw error
  }
}
