import { noteEffect } from '../idempotency/held-keys.ts'
import type { Actor, Place } from './actor.ts'
import type { Statement } from './batch.ts'
import { type StatementTimes, unhurried } from './patience.ts'

/** Who writes, in the same round trip as what comes after it. */
export function settingOf(actor: Actor, times: StatementTimes): Statement[] {
  const { workplaceId, holder = null } = actor
  return [setActor(actor, times), ...(holder === null ? [] : [noteEffect(workplaceId, holder)])]
}

/** Who writes or asks, and how long a statement may take. */
function setActor({ workplaceId, userId, cause, patience }: Actor, times: StatementTimes): Statement {
  return {
    name: 'set_actor',
    text: `select set_config('app.workplace', $1, true), set_config('app.user', $2, true), set_config('app.cause', $3, true), set_config('statement_timeout', $4, true)`,
    values: [workplaceId, userId ?? '', cause, String(times[(patience ?? unhurried).kind])],
  }
}

/** Where something small is looked up, as fast as can be: each setting costs PostgreSQL what a search by a key does. */
export function setWorkplace(workplaceId: string, times: StatementTimes): Statement {
  return {
    name: 'set_workplace',
    text: `select set_config('app.workplace', $1, true), set_config('statement_timeout', $2, true)`,
    values: [workplaceId, String(times.vital)],
  }
}

/** Where something is read, and that nothing is written. */
export function setPlace({ workplaceId, patience }: Place, times: StatementTimes): Statement {
  return {
    name: 'set_place',
    text: `select set_config('app.workplace', $1, true), set_config('transaction_read_only', 'on', true), set_config('statement_timeout', $2, true)`,
    values: [workplaceId, String(times[(patience ?? unhurried).kind])],
  }
}

/** Across workplaces, on the few tables that allow it. */
export function setPlatform(cause: string, times: StatementTimes): Statement {
  return {
    name: 'set_platform',
    text: `select set_config('app.platform', 'on', true), set_config('app.cause', $1, true), set_config('statement_timeout', $2, true)`,
    values: [cause, String(times.operating)],
  }
}

/** The same, and that nothing is written. */
export const setPlatformReading: Statement = {
  name: 'set_platform_reading',
  text: `select set_config('app.platform', 'on', true), set_config('transaction_read_only', 'on', true)`,
  values: [],
}
