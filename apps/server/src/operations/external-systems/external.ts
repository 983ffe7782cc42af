import type { AdapterSettings, ConnectionSettings, ListenerKind } from '@millrace/contract'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import type { FindOptions, RecordKind } from '../records/record-kind.ts'
import { type ExternalKind, externalRecords } from './external-kinds.ts'

/** The columns that external systems, connections, APIs and adapters share. */
export interface StoredExternal {
  readonly workplace_id: string
  readonly id: string
  readonly name: string
  readonly description: string
  readonly revision: number
  readonly disabled_at: Date | null
  readonly disabled_by: string | null
  readonly disabled_reason: string | null
  readonly created_at: Date
  readonly created_by: string | null
  readonly updated_at: Date
  readonly updated_by: string | null
}

export interface StoredPart extends StoredExternal {
  readonly system_id: string
}

export interface StoredConnection extends StoredPart {
  readonly kind: ConnectionSettings['kind']
  readonly settings: object
  readonly sealed: Buffer | null
  readonly other_secrets: Buffer | null
  /** The id of the connection that this connection replaces in an environment. */
  readonly stands_for: string | null
  readonly environment: string | null
  readonly tested_at: Date | null
  readonly test_ms: number | null
  readonly test_fault: string | null
}

export interface StoredApi extends StoredPart {
  readonly connection_id: string
}

export interface StoredAdapter extends StoredPart {
  readonly api_id: string
  readonly kind: AdapterSettings['kind']
  readonly key: string
  readonly settings: object
}

export interface StoredListener extends StoredPart {
  readonly api_id: string
  readonly kind: ListenerKind
  readonly settings: object
  readonly token_hash: Buffer | null
  readonly address: string | null
  readonly sealed: Buffer | null
  readonly old_token_hash: Buffer | null
  readonly old_sealed: Buffer | null
  readonly old_until: Date | null
}

export interface StoredByKind {
  readonly system: StoredExternal
  readonly connection: StoredConnection
  readonly api: StoredApi
  readonly adapter: StoredAdapter
  readonly listener: StoredListener
}

/** The context of operations that store secrets of connections. */
export interface SecretContext extends OperationContext {
  /** The secret of the installation. */
  readonly secret: string
}

/**
 * Finds an external object of the workplace.
 *
 * @param options.lock locks it until the transaction ends.
 */
export function findExternal<K extends ExternalKind>(
  tx: Tx,
  workplaceId: string,
  kind: K,
  id: string,
  options: FindOptions = {},
): Promise<StoredByKind[K] | null> {
  return recordOf(kind).find(tx, workplaceId, id, options)
}

/** Returns the kind of record for a kind of external object: its table, texts and permissions. */
export function recordOf<K extends ExternalKind>(kind: K): RecordKind<StoredByKind[K]> {
  return externalRecords[kind] as unknown as RecordKind<StoredByKind[K]>
}

/**
 * Locks the object of a change until the transaction ends, and checks that it is enabled and that the user may change
 * it.
 */
export function lockExternal<K extends ExternalKind>(
  tx: Tx,
  user: Person,
  kind: K,
  id: string,
): Promise<StoredByKind[K] | Refusal> {
  return loadRecord(tx, user, recordOf(kind), id, { lock: true })
}

/** Locks the owner of a new object, so that counts are correct and nobody disables the owner meanwhile. */
export async function lockOwner<K extends ExternalKind>(
  tx: Tx,
  user: Person,
  kind: K,
  id: string,
  room: { readonly of: Exclude<ExternalKind, 'system'>; readonly by: 'system_id' | 'api_id'; readonly most: number },
): Promise<StoredByKind[K] | Refusal> {
  const owner = await lockExternal(tx, user, kind, id)
  if (owner instanceof Refusal) return owner
  const { table, one } = externalRecords[room.of]
  const [known] = await runSql<{ count: string }>(
    tx,
    sql`select count(*) as count from ${sql.table(table)} where workplace_id = ${user.workplaceId} and ${sql.ref(room.by)} = ${owner.id}`,
  )
  if (Number(known?.count) < room.most) return owner
  return refuse(
    'external.too-many',
    `Expected fewer than ${room.most} items of this kind in “${owner.name}”, but it has that many. Use an existing one instead of ${one}.`,
  )
}
