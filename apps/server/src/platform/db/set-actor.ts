import { noteEffect } from '../idempotency/held-keys.ts'
import type { Actor, Hides, Place } from './actor.ts'
import type { Statement } from './batch.ts'
import { type StatementTimes, unhurried } from './patience.ts'

/**
 * Returns the statements that set the actor of a transaction. Send them in the round trip of its first change.
 *
 * @param refusesMoved whether they fail with SQLSTATE MR002 for a workplace that does not live in this database, or is
 *   being moved.
 */
export function settingOf(actor: Actor, times: StatementTimes, refusesMoved = false): Statement[] {
  const { workplaceId, holder = null } = actor
  const setting = setActor(actor, times)
  return [refusesMoved ? entering(setting) : setting, ...(holder === null ? [] : [noteEffect(workplaceId, holder)])]
}

/** Returns the statements that set the actor and the time limit of a statement. */
function setActor({ workplaceId, userId, cause, patience }: Actor, times: StatementTimes): Statement {
  return {
    name: 'set_actor',
    text: `select set_config('app.workplace', $1, true), set_config('app.user', $2, true), set_config('app.cause', $3, true), set_config('statement_timeout', $4, true)`,
    values: [workplaceId, userId ?? '', cause, String(times[(patience ?? unhurried).kind])],
  }
}

function entering({ name, text, values }: Statement): Statement {
  return { name: `${name}_entering`, text: text.replace('$1', 'millrace_enter($1)'), values }
}

/**
 * Returns the statement that sets only the workplace, for small look-ups: each setting costs PostgreSQL as much as a
 * search by a key.
 */
export function setWorkplace(workplaceId: string, times: StatementTimes): Statement {
  return {
    name: 'set_workplace',
    text: `select set_config('app.workplace', $1, true), set_config('statement_timeout', $2, true)`,
    values: [workplaceId, String(times.vital)],
  }
}

/** Returns the statement that sets the workplace and makes the transaction read-only. */
export function setPlace({ workplaceId, patience, hides = null }: Place, times: StatementTimes): Statement {
  const time = String(times[(patience ?? unhurried).kind])
  if (hides !== null)
    return {
      name: 'set_place_hiding',
      text: `select set_config('app.workplace', $1, true), set_config('transaction_read_only', 'on', true), set_config('statement_timeout', $2, true), set_config('app.hides', $3, true), set_config('app.shows', $4, true)`,
      values: [workplaceId, time, hides.names, hides.shows],
    }
  return {
    name: 'set_place',
    text: `select set_config('app.workplace', $1, true), set_config('transaction_read_only', 'on', true), set_config('statement_timeout', $2, true)`,
    values: [workplaceId, time],
  }
}

/** Returns the statement that hides restricted variables from the next reads of a transaction, or ends that. */
export function setHides({ names, shows }: Hides): Statement {
  return {
    name: 'set_hides',
    text: `select set_config('app.hides', $1, true), set_config('app.shows', $2, true)`,
    values: [names, shows],
  }
}

/**
 * Returns the statements for a transaction over all workplaces, which can only read the few tables with rows of all
 * workplaces.
 */
export function setPlatform(cause: string, times: StatementTimes): Statement {
  return {
    name: 'set_platform',
    text: `select set_config('app.platform', 'on', true), set_config('app.cause', $1, true), set_config('statement_timeout', $2, true)`,
    values: [cause, String(times.operating)],
  }
}

/** The statement that makes a transaction on all workplaces read-only. */
export const setPlatformReading: Statement = {
  name: 'set_platform_reading',
  text: `select set_config('app.platform', 'on', true), set_config('transaction_read_only', 'on', true)`,
  values: [],
}
