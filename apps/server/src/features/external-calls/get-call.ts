import { type AnswerOf, adapterSettings, type ExternalCallDetail, type externalCallCalls } from '@millrace/contract'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { findExternal } from '../../operations/external-systems/external.ts'
import { externalRecords } from '../../operations/external-systems/external-kinds.ts'
import { noSuchCall, type StoredCall } from '../../operations/external-systems/replay-call.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { isRepeatable } from '../../runtime/look-ups/outcome.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { type CallRow, callsWithNames, presentCall } from './call-list.ts'

interface Detail extends CallRow, Pick<StoredCall, 'request' | 'answer'> {
  readonly system_id: string
  readonly found_adapter: string | null
  readonly kind: string | null
  readonly settings: object | null
  readonly is_kept: boolean
}

/** Returns one call of the log. It contains no secrets. */
export function getCall(db: Database, request: Request, id: string): Promise<ExternalCallDetail | Refusal> {
  return db.read(request, async (tx) => {
    if (!isUuid(id)) return noSuchCall()
    const [row] = await runSql<Detail>(
      tx,
      sql`select l.id, l.connection_id, l.adapter_id, l.at, l.ms, l.origin, l.outcome, l.status, l.fault, l.request_bytes,
          l.answer_bytes, l.request, l.answer, l.idempotency_key, l.replay_of, l.replayed_by, l.given_sealed is not null as is_kept,
          s.id as system_id, s.name as system, c.name as connection, a.name as adapter, a.id as found_adapter, a.kind, a.settings
        from ${callsWithNames} where l.workplace_id = ${request.workplaceId} and l.id = ${id}`,
    )
    if (row === undefined) return noSuchCall()
    const people = await readPeople(tx, request.workplaceId, [row.replayed_by])
    const settings = row.settings === null ? null : adapterSettings.parse({ ...row.settings, kind: row.kind })
    return {
      ...presentCall(row),
      systemId: row.system_id,
      connectionId: row.connection_id,
      adapterId: row.found_adapter,
      request: row.request,
      answer: row.answer,
      idempotencyKey: row.idempotency_key,
      replayOf: row.replay_of,
      replayedBy: people.find(row.replayed_by),
      canReplay: row.is_kept && settings !== null,
      isRepeatable: settings !== null && isRepeatable(settings),
    }
  })
}

const hourMs = 3_600_000
const hours = 24

/** Returns the statistics of the calls of a connection in the last 24 hours. */
export function getHealth(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  request: Request,
  id: string,
): Promise<AnswerOf<typeof externalCallCalls.health> | Refusal> {
  return db.read(request, async (tx) => {
    const { workplaceId } = request
    const connection = await findExternal(tx, workplaceId, 'connection', id)
    if (connection === null) return noSuch(externalRecords.connection)
    const first = Math.floor(clock().getTime() / hourMs) * hourMs - (hours - 1) * hourMs
    const rows = await runSql<{ hour: number | null; calls: number; failures: number; median: number; last: Date }>(
      tx,
      sql`select floor(extract(epoch from at - ${new Date(first)}::timestamptz) / 3600)::int as hour, count(*)::int as calls,
          (count(*) filter (where outcome <> 'answered'))::int as failures,
          round(percentile_disc(0.5) within group (order by ms))::int as median, max(at) as last
        from external_call
        where workplace_id = ${workplaceId} and connection_id = ${connection.id} and at >= ${new Date(first)}
        group by grouping sets ((), (1))`,
    )
    const all = rows.find(({ hour }) => hour === null)
    return {
      calls: all?.calls ?? 0,
      failures: all?.failures ?? 0,
      medianMs: all === undefined || all.calls === 0 ? null : all.median,
      lastAt: all?.last?.toISOString() ?? null,
      hours: Array.from({ length: hours }, (_, hour) => {
        const found = rows.find((row) => row.hour === hour)
        const from = new Date(first + hour * hourMs).toISOString()
        return { from, calls: found?.calls ?? 0, failures: found?.failures ?? 0 }
      }),
    }
  })
}
