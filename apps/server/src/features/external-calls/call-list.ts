import type { ExternalCallRow } from '@millrace/contract'
import { externalCallList } from '@millrace/contract/lists/external-calls'
import { sql } from 'kysely'
import type { StoredCall } from '../../operations/external-systems/replay-call.ts'
import { containsAny } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'

export interface CallRow extends Omit<StoredCall, 'given_sealed' | 'request' | 'answer'> {
  readonly system: string
  readonly connection: string
  readonly adapter: string | null
}

/** Returns the SQL of logged calls with the names of their adapters, connections and external systems. */
export const callsWithNames = sql`external_call l
  join external_connection c on c.workplace_id = l.workplace_id and c.id = l.connection_id
  join external_system s on s.workplace_id = c.workplace_id and s.id = c.system_id
  left join external_adapter a on a.workplace_id = l.workplace_id and a.id = l.adapter_id`

export const externalCalls: ListSource<typeof externalCallList, CallRow, ExternalCallRow> = defineSource({
  list: externalCallList,
  columns: sql`l.id, l.at, l.ms, l.origin, l.outcome, l.status, l.fault, l.request_bytes, l.answer_bytes,
    s.name as system, c.name as connection, a.name as adapter`,
  from: () => callsWithNames,
  where: ({ user }) => [sql`l.workplace_id = ${user.workplaceId}`],
  keys: { at: { sql: sql`l.at`, type: 'instant' } },
  id: { sql: sql`l.id`, type: 'id' },
  filters: {
    at: sql`l.at`,
    outcome: sql`l.outcome`,
    origin: sql`l.origin`,
    connection: sql`c.name`,
    adapter: sql`a.name`,
  },
  search: (text) => containsAny([sql`l.fault`, sql`l.request`, sql`l.answer`], text),
  present: (rows) => rows.map(presentCall),
})

export function presentCall(row: CallRow): ExternalCallRow {
  return {
    id: row.id,
    at: row.at.toISOString(),
    ms: row.ms,
    origin: row.origin,
    outcome: row.outcome,
    status: row.status,
    fault: row.fault,
    requestBytes: row.request_bytes,
    answerBytes: row.answer_bytes,
    system: row.system,
    connection: row.connection,
    adapter: row.adapter ?? '',
  }
}
