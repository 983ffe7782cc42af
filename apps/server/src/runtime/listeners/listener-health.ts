import type { ListenerKind, ListenerPart } from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import { isSilent } from './is-silent.ts'

/** The columns from which the state of a listener is determined. */
export interface HealthRow {
  readonly id: string
  readonly name: string
  readonly kind: ListenerKind
  readonly disabled_at: Date | null
  readonly is_set: boolean
  readonly looked_at: Date | null
  readonly holder: string | null
  readonly look_fault: string | null
  readonly fault_since: Date | null
  readonly waiting: number | null
  readonly waiting_since: Date | null
  readonly accepted_at: Date | null
  /** Since when it is reported as silent. */
  readonly silent_since: Date | null
  /** The longest time between two of the last deliveries. */
  readonly usual_seconds: number | null
  /** The fault of the last delivery, if it was not accepted. */
  readonly delivery_fault: string | null
  readonly delivery_fault_at: Date | null
}

/** Deliveries that say what is usual. */
const few = 5
const many = 50

/** Reads the states of listeners, sorted by name. */
export function readHealth(tx: Tx, workplaceId: string, of: Sql): Promise<HealthRow[]> {
  return runSql<HealthRow>(
    tx,
    sql`select l.id, l.name, l.kind, l.disabled_at,
        l.kind <> 'webhook' or (l.token_hash is not null and (l.settings->>'signature' = 'none' or l.sealed is not null)) as is_set,
        t.looked_at, t.holder, t.fault as look_fault, t.fault_since, t.waiting, t.waiting_since, t.silent_since,
        a.accepted_at, case when a.count >= ${few} then a.usual end as usual_seconds, d.fault as delivery_fault, d.at as delivery_fault_at
      from external_listener l
        left join external_listener_state t on t.workplace_id = l.workplace_id and t.listener_id = l.id
        left join lateral (select max(at) as accepted_at, count(*) as count, round(max(gap))::int as usual from (
          select at, extract(epoch from at - lead(at) over (order by at desc, id desc)) as gap from external_delivery e
            where e.workplace_id = l.workplace_id and e.listener_id = l.id and e.outcome = 'accepted' and e.replay_of is null
            order by at desc, id desc limit ${many}) g) a on true
        left join lateral (select at, fault from external_delivery e
            where e.workplace_id = l.workplace_id and e.listener_id = l.id order by at desc, id desc limit 1) d on d.fault is not null
      where l.workplace_id = ${workplaceId} and ${of} order by lower(l.name), l.id`,
  )
}

/** Converts the row of a listener into its answer, with its state at a time. */
export function presentHealth(row: HealthRow, now: Date): ListenerPart {
  const { id, name, kind, disabled_at, looked_at, accepted_at, look_fault, delivery_fault } = row
  return {
    id,
    name,
    kind,
    isDisabled: disabled_at !== null,
    state: stateOf(row, now),
    lookedAt: looked_at?.toISOString() ?? null,
    acceptedAt: accepted_at?.toISOString() ?? null,
    fault: look_fault ?? delivery_fault,
  }
}

function stateOf(row: HealthRow, now: Date): ListenerPart['state'] {
  const { disabled_at, is_set, look_fault, delivery_fault, accepted_at, usual_seconds } = row
  if (disabled_at !== null) return 'disabled'
  if (!is_set) return 'unset'
  if (look_fault !== null || delivery_fault !== null) return 'failing'
  return isSilent({ acceptedAt: accepted_at, usualSeconds: usual_seconds }, now) ? 'silent' : 'listening'
}
