import type { ExternalDeliveryRow, ListenerKind } from '@millrace/contract'
import { externalDeliveryList } from '@millrace/contract/lists/external-deliveries'
import { sql } from 'kysely'
import type { StoredDelivery } from '../../operations/external-listeners/load-delivery.ts'
import { containsAny } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'

export interface DeliveryRow
  extends Pick<StoredDelivery, 'id' | 'at' | 'ms' | 'outcome' | 'subject' | 'fault' | 'bytes'> {
  readonly kind: ListenerKind
  readonly system: string
  readonly listener: string
}

/** Returns the SQL of deliveries with the names of their listeners and external systems. */
export const deliveriesWithNames = sql`external_delivery d
  join external_listener l on l.workplace_id = d.workplace_id and l.id = d.listener_id
  join external_system s on s.workplace_id = l.workplace_id and s.id = l.system_id`

export const externalDeliveries: ListSource<typeof externalDeliveryList, DeliveryRow, ExternalDeliveryRow> =
  defineSource({
    list: externalDeliveryList,
    columns: sql`d.id, d.at, d.ms, d.outcome, d.subject, d.fault, d.bytes, l.kind, l.name as listener, s.name as system`,
    from: () => deliveriesWithNames,
    where: ({ user }) => [sql`d.workplace_id = ${user.workplaceId}`],
    keys: { at: { sql: sql`d.at`, type: 'instant' } },
    id: { sql: sql`d.id`, type: 'id' },
    filters: {
      at: sql`d.at`,
      outcome: sql`d.outcome`,
      kind: sql`l.kind`,
      listener: sql`l.name`,
    },
    search: (text) => containsAny([sql`d.subject`, sql`d.fault`, sql`d.content`], text),
    present: (rows) => rows.map(presentDelivery),
  })

export function presentDelivery(row: DeliveryRow): ExternalDeliveryRow {
  const { id, at, ms, kind, outcome, subject, fault, bytes, system, listener } = row
  return { id, at: at.toISOString(), ms, kind, outcome, subject, fault, bytes, system, listener }
}
