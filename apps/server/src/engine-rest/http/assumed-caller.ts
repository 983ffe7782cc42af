import type { Assumption } from '../../platform/auth/caller-memory.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Place } from '../../platform/db/actor.ts'
import type { ResultRows, Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Call } from './call.ts'

/**
 * The caller of a list as cached a moment ago. The first round trip of the list verifies the caller before it reads
 * anything (decision 134). An answer is only sent after that.
 */
export interface AssumedCaller {
  readonly isConfirmed: boolean
  readonly question: Statement
  /** @throws NotAsAssumed */
  confirm(answer: ResultRows | undefined): void
}

/** The error for a caller whose account has changed or could not be verified. The call is carried out again. */
export class NotAsAssumed extends Error {
  constructor() {
    super('Expected the caller to be as they were, but they have changed.')
  }
}

export function createAssumedCaller({ question, isConfirmedBy }: Assumption<Person>): AssumedCaller {
  const assumed = {
    isConfirmed: false,
    question,
    confirm: (answer: ResultRows | undefined) => {
      if (!isConfirmedBy(answer)) throw new NotAsAssumed()
      assumed.isConfirmed = true
    },
  }
  return assumed
}

/**
 * Reads, and verifies an assumed caller in the same round trip. The verification runs first, so it is never older than
 * the data.
 */
export async function readAsAssumed<T>(
  { runtime, assumed }: Pick<Call, 'runtime' | 'assumed'>,
  place: Place,
  read: (tx: Tx) => Promise<T>,
): Promise<T> {
  return runtime.db.read(place, async (tx) => {
    if (assumed === null || assumed.isConfirmed) return read(tx)
    const [[answer], value] = await Promise.all([tx.batch([assumed.question]), read(tx)])
    assumed.confirm(answer)
    return value
  })
}

/**
 * Waits for an answer, and returns it if the caller was verified meanwhile.
 *
 * @throws NotAsAssumed when the caller was not verified.
 */
export async function answerAsAssumed<T>(assumed: AssumedCaller | null, answer: () => Promise<T>): Promise<T> {
  const value = await answer()
  if (assumed !== null && !assumed.isConfirmed) throw new NotAsAssumed()
  return value
}
