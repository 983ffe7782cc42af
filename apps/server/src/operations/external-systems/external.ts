import { pageTexts } from '@millrace/contract/page-texts'
import { sql } from 'kysely'
import pg from 'pg'
import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { OperationContext } from '../operation-context.ts'
import { type ExternalKind, externalTables } from './external-kinds.ts'
import { refuseExternal } from './policy.ts'

/** What all of them have. */
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
  readonly kind: 'rest' | 'database'
  readonly settings: object
  readonly sealed: Buffer | null
  readonly tested_at: Date | null
  readonly test_ms: number | null
  readonly test_fault: string | null
}

export interface StoredApi extends StoredPart {
  readonly connection_id: string
}

export interface StoredAdapter extends StoredPart {
  readonly api_id: string
  readonly kind: 'rest' | 'sql'
  readonly key: string
  readonly settings: object
}

export interface StoredByKind {
  readonly system: StoredExternal
  readonly connection: StoredConnection
  readonly api: StoredApi
  readonly adapter: StoredAdapter
}

/** What operations work with that keep secrets of connections. */
export interface SecretContext extends OperationContext {
  /** That of the server. */
  readonly secret: string
}

/** @param options.lock others who want to change it wait until the transaction ends. */
export async function findExternal<K extends ExternalKind>(
  tx: Tx,
  workplaceId: string,
  kind: K,
  id: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoredByKind[K] | null> {
  if (!isUuid(id)) return null
  const { table } = externalTables[kind]
  const [row] = await runSql<StoredByKind[K]>(
    tx,
    sql`select * from ${sql.table(table)} where workplace_id = ${workplaceId} and id = ${id} ${lock ? sql`for no key update` : sql``}`,
  )
  return row ?? null
}

/** The one that something is to be done to, when the user may change it and it is in use. Others wait. */
export async function lockExternal<K extends ExternalKind>(
  tx: Tx,
  user: User,
  kind: K,
  id: string,
): Promise<StoredByKind[K] | Refusal> {
  const found = await findExternal(tx, user.workplaceId, kind, id, { lock: true })
  return found === null ? noSuchExternal(kind) : (refuseExternal(user, kind, found) ?? found)
}

/**
 * The one that something is to belong to. It is locked, so that what is counted is what is there, and nobody disables it
 * meanwhile.
 */
export async function lockOwner<K extends ExternalKind>(
  tx: Tx,
  user: User,
  kind: K,
  id: string,
  room: { readonly of: Exclude<ExternalKind, 'system'>; readonly by: 'system_id' | 'api_id'; readonly most: number },
): Promise<StoredByKind[K] | Refusal> {
  const owner = await lockExternal(tx, user, kind, id)
  if (owner instanceof Refusal) return owner
  const { table, words } = externalTables[room.of]
  const [known] = await runSql<{ count: string }>(
    tx,
    sql`select count(*) as count from ${sql.table(table)} where workplace_id = ${user.workplaceId} and ${sql.ref(room.by)} = ${owner.id}`,
  )
  if (Number(known?.count) < room.most) return owner
  return refuse(
    'external.too-many',
    `Expected room for ${words} at “${owner.name}”, but it has ${room.most}, which is as many as there may be. Use one that is there.`,
  )
}

export function noSuchExternal(kind: ExternalKind): Refusal {
  return refuse(
    'thing.not-found',
    `Expected ${externalTables[kind].words} of this workplace, but there is none with this id.`,
  )
}

/** What is written of whoever has changed it, as columns and values. */
export function touched({ clock }: OperationContext, user: User, { revision }: StoredExternal) {
  return { revision: revision + 1, updated_at: clock(), updated_by: user.username }
}

/** The same of whoever has made it. */
export function made({ clock, runtime }: OperationContext, user: User) {
  const at = clock()
  const by = user.username
  return {
    workplace_id: user.workplaceId,
    id: runtime.newId(),
    created_at: at,
    created_by: by,
    updated_at: at,
    updated_by: by,
  }
}

/** Does what gives one a name or a key. The unique indexes decide, so two who take one at once cannot both have it. */
export async function withFreeNames<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    const constraint = error instanceof pg.DatabaseError ? error.constraint : undefined
    const taken = takenBy[constraint ?? '']
    if (taken === undefined) throw error
    const isKey = constraint === 'external_adapter_key'
    const where = isKey ? 'key' : 'name'
    return refuse(isKey ? 'external.key-taken' : 'external.name-taken', taken, [{ where, message: taken }])
  }
}

const { duplicate } = pageTexts.outcomes
const takenBy: Readonly<Record<string, string>> = {
  external_system_name: duplicate.externalSystem,
  external_connection_name: duplicate.connection,
  external_api_name: duplicate.externalApi,
  external_adapter_name: duplicate.adapter,
  external_adapter_key: duplicate.adapterKey,
}
