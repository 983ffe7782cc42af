import type { RestConnection } from '@millrace/contract'
import { sql } from 'kysely'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Database } from '../../../platform/db/database.ts'
import { runSql } from '../../../platform/list/sql.ts'
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'
import type { Reached } from './reached.ts'

interface GateCall {
  readonly reached: Pick<Reached, 'workplaceId' | 'connectionId'>
  readonly settings: RestConnection
}

/** The limits of a connection, which count for all servers together. A connection without limits never waits. */
export interface Gate {
  /**
   * Waits until a call may leave.
   *
   * @returns whether earlier calls have failed.
   * @throws OutgoingFailure where it may not in time, or calls are paused. Nothing was sent then.
   */
  enter(call: GateCall, deadline: number): Promise<boolean>
  /** Counts how a call has ended. @param hadFailures as `enter` said. */
  leave(call: GateCall, outcome: { readonly isFailure: boolean; readonly hadFailures: boolean }): Promise<void>
}

interface Statement {
  readonly name: string
  readonly text: string
  /** Behind workplace and connection. */
  readonly values: readonly (string | number | null)[]
}

/** So many calls may leave at once after a pause: those of six seconds. */
const burstPart = 10

export function createGate({ db, clock }: { readonly db: Database; readonly clock: () => Date }): Gate {
  const write = async ({ workplaceId, connectionId }: GateCall['reached'], { name, text, values }: Statement) => {
    const [rows] = await db.withTransaction(systemActor(workplaceId, 'call of a connection'), (tx) =>
      tx.commit([{ name, text, values: [workplaceId, connectionId, ...values] }]),
    )
    return rows ?? []
  }

  const refusal = async ({ reached: { workplaceId, connectionId }, settings }: GateCall, now: Date) => {
    const { host } = new URL(settings.baseUrl)
    const [state] = await db.read({ workplaceId }, (tx) =>
      runSql<{ paused: Date | null; failures: number }>(
        tx,
        sql`select paused_until as paused, failures from external_connection_state
          where workplace_id = ${workplaceId} and connection_id = ${connectionId}`,
      ),
    )
    if (state?.paused && state.paused > now)
      return new OutgoingFailure(
        `Expected to call ${host}, but the last ${state.failures} calls failed. No calls are sent until ${state.paused.toISOString()}.`,
      )
    return new OutgoingFailure(
      `Expected at most ${settings.callsPerMinute.toLocaleString('en')} calls of ${host} in a minute, but there are more. Try again later.`,
    )
  }

  return {
    enter: async (call, deadline) => {
      const { callsPerMinute, breakAfter, breakSeconds } = call.settings
      if (callsPerMinute === 0 && breakAfter === 0) return false
      const now = clock()
      const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
      const stepMs = callsPerMinute === 0 ? 0 : 60_000 / callsPerMinute
      const burstMs = stepMs * Math.max(0, Math.floor(callsPerMinute / burstPart) - 1)
      const latest = at(Math.max(0, deadline - performance.now()))
      // The one call that leaves after a pause makes the others wait for a further one.
      const rows = await write(call.reached, {
        name: 'gate_enter',
        text: `insert into external_connection_state as s (workplace_id, connection_id, next_at)
          values ($1, $2, $4::timestamptz + make_interval(secs => $5::float8 / 1000))
          on conflict (workplace_id, connection_id) do update set
            next_at = greatest(s.next_at, $4::timestamptz) + make_interval(secs => $5::float8 / 1000),
            paused_until = case when s.paused_until <= $3::timestamptz then $7::timestamptz end
          where (s.paused_until is null or s.paused_until <= $3::timestamptz)
            and ($5::float8 = 0 or coalesce(s.next_at, $3::timestamptz) <= $6::timestamptz)
          returning failures, (extract(epoch from next_at - $3::timestamptz) * 1000 - $5::float8)::float8`,
        values: [at(0), at(-burstMs), stepMs, latest, breakAfter === 0 ? null : at(breakSeconds * 1_000)],
      })
      const [row] = rows
      if (row === undefined) throw await refusal(call, now)
      const waitMs = callsPerMinute === 0 ? 0 : Number(row[1])
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      return Number(row[0]) > 0
    },
    leave: async (call, { isFailure, hadFailures }) => {
      const { breakAfter, breakSeconds } = call.settings
      if (breakAfter === 0 || (!isFailure && !hadFailures)) return
      if (!isFailure) {
        await write(call.reached, {
          name: 'gate_works',
          text: 'update external_connection_state set failures = 0, paused_until = null where workplace_id = $1 and connection_id = $2',
          values: [],
        })
        return
      }
      await write(call.reached, {
        name: 'gate_fails',
        text: `insert into external_connection_state as s (workplace_id, connection_id, failures, paused_until)
          values ($1, $2, 1, case when $3::int <= 1 then $4::timestamptz end)
          on conflict (workplace_id, connection_id) do update set failures = s.failures + 1,
            paused_until = case when s.failures + 1 >= $3::int then $4::timestamptz else s.paused_until end`,
        values: [breakAfter, new Date(clock().getTime() + breakSeconds * 1_000).toISOString()],
      })
    },
  }
}
