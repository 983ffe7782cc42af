import type { ExternalDelivery, ExternalListener } from '@millrace/contract'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { settingsOf } from '../../operations/external-listeners/listener.ts'
import { noSuchDelivery, type StoredDelivery } from '../../operations/external-listeners/load-delivery.ts'
import { findExternal } from '../../operations/external-systems/external.ts'
import { externalRecords } from '../../operations/external-systems/external-kinds.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { presentHealth, readHealth } from '../../runtime/listeners/listener-health.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { type DeliveryRow, deliveriesWithNames, presentDelivery } from './delivery-list.ts'

/** Returns a listener with its state. It contains neither its secret nor a secret address. */
export function getListener(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  request: Request,
  id: string,
): Promise<ExternalListener | Refusal> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const row = await findExternal(tx, workplaceId, 'listener', id)
    if (row === null) return noSuch(externalRecords.listener)
    const [health] = await readHealth(tx, workplaceId, sql`l.id = ${row.id}`)
    const [names] = await runSql<{ system: string; api: string; connection_id: string; connection: string }>(
      tx,
      sql`select s.name as system, p.name as api, c.id as connection_id, c.name as connection from external_api p
        join external_system s on s.workplace_id = p.workplace_id and s.id = p.system_id
        join external_connection c on c.workplace_id = p.workplace_id and c.id = p.connection_id
        where p.workplace_id = ${workplaceId} and p.id = ${row.api_id}`,
    )
    if (health === undefined || names === undefined) return noSuch(externalRecords.listener)
    const now = clock()
    const people = await readPeople(tx, workplaceId, [row.created_by, row.updated_by, row.disabled_by])
    const { state, lookedAt, acceptedAt, fault } = presentHealth(health, now)
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      revision: row.revision,
      disabled:
        row.disabled_at === null
          ? null
          : {
              at: row.disabled_at.toISOString(),
              by: people.find(row.disabled_by),
              reason: row.disabled_reason ?? '',
            },
      createdAt: row.created_at.toISOString(),
      createdBy: people.find(row.created_by),
      updatedAt: row.updated_at.toISOString(),
      updatedBy: people.find(row.updated_by),
      system: { id: row.system_id, name: names.system },
      api: { id: row.api_id, name: names.api },
      connection: { id: names.connection_id, name: names.connection },
      settings: settingsOf(row),
      ...{ state, lookedAt, acceptedAt, fault },
      hasAddress: row.token_hash !== null,
      address: row.address,
      hasSecret: row.sealed !== null,
      oldUntil:
        row.old_until !== null && row.old_until > now && (row.old_token_hash ?? row.old_sealed) !== null
          ? row.old_until.toISOString()
          : null,
      holder: health.holder,
      failingSince: health.fault_since?.toISOString() ?? null,
      waiting: health.waiting ?? 0,
      waitingSince: health.waiting_since?.toISOString() ?? null,
      usualSeconds: health.usual_seconds,
    }
  })
}

interface Detail
  extends DeliveryRow,
    Pick<
      StoredDelivery,
      'listener_id' | 'content' | 'instance_id' | 'process_key' | 'replay_of' | 'replayed_by' | 'location'
    > {
  readonly system_id: string
  readonly api_id: string
  readonly is_kept: boolean
}

/** Returns one delivery of the log. It contains no secrets. */
export function getDelivery(db: Database, request: Request, id: string): Promise<ExternalDelivery | Refusal> {
  return db.read(request, async (tx) => {
    if (!isUuid(id)) return noSuchDelivery()
    const [row] = await runSql<Detail>(
      tx,
      sql`select d.id, d.at, d.ms, d.outcome, d.subject, d.fault, d.bytes, d.listener_id, d.content, d.instance_id, d.process_key, d.replay_of,
          d.replayed_by, d.location, d.sealed is not null as is_kept, l.kind, l.name as listener, l.system_id, l.api_id, s.name as system
        from ${deliveriesWithNames} where d.workplace_id = ${request.workplaceId} and d.id = ${id}`,
    )
    if (row === undefined) return noSuchDelivery()
    const people = await readPeople(tx, request.workplaceId, [row.replayed_by])
    return {
      ...presentDelivery(row),
      systemId: row.system_id,
      apiId: row.api_id,
      listenerId: row.listener_id,
      content: row.content,
      instanceId: row.instance_id,
      processKey: row.process_key,
      replayOf: row.replay_of,
      replayedBy: people.find(row.replayed_by),
      canReplay:
        row.kind === 'folder' || row.kind === 'mail' ? row.location !== null && row.outcome === 'failed' : row.is_kept,
    }
  })
}
