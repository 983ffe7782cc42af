import type { Tx } from '../db/database.ts'
import { kysely } from '../db/kysely.ts'

/** What one transaction has changed in a workplace. */
export interface Revision {
  readonly number: number
  readonly at: Date
  /** Null for the program itself. */
  readonly userId: string | null
  /** The call, job or command. Null for whoever came around the program. */
  readonly cause: string | null
}

/** One change of one entity. */
export interface AuditEntry {
  readonly revision: number
  readonly id: string
  readonly at: Date
  /** Such as `user` or `process-definition`. */
  readonly entity: string
  readonly key: string
  readonly operation: 'insert' | 'update' | 'delete'
  /** Values by column: of an update those that it changed. A secret is `{ hidden: true }`, a file its size and digest. */
  readonly before: AuditValues | null
  readonly after: AuditValues | null
}

export type AuditValues = Readonly<Record<string, unknown>>

/** A change with who made it. */
export interface EntityChange extends AuditEntry, Pick<Revision, 'userId' | 'cause'> {}

/** The revisions of a workplace, the newest first. */
export async function listRevisions(
  tx: Tx,
  workplaceId: string,
  { before, limit }: { before?: number; limit: number },
): Promise<Revision[]> {
  let query = kysely
    .selectFrom('audit_revision')
    .where('workplace_id', '=', workplaceId)
    .select(['number', 'at', 'user_id as userId', 'cause'])
    .orderBy('number', 'desc')
    .limit(limit)
  if (before !== undefined) query = query.where('number', '<', before)
  return tx.query(query)
}

/** What a revision has changed, in the order of the changes. */
export async function listRevisionEntries(
  tx: Tx,
  workplaceId: string,
  { revision, after, limit }: { revision: number; after?: string; limit: number },
): Promise<AuditEntry[]> {
  let query = selectEntries(workplaceId).where('e.revision', '=', revision).orderBy('e.id').limit(limit)
  if (after !== undefined) query = query.where('e.id', '>', after)
  return tx.query(query)
}

/** The changes of all entities of a name, or of the one with a key, the newest first. */
export async function listEntityHistory(
  tx: Tx,
  workplaceId: string,
  {
    entity,
    key,
    before,
    limit,
  }: { entity: string; key?: string; before?: Pick<AuditEntry, 'revision' | 'id'>; limit: number },
): Promise<EntityChange[]> {
  let query = selectEntries(workplaceId)
    .innerJoin('audit_revision as r', (join) =>
      join
        .onRef('r.workplace_id', '=', 'e.workplace_id')
        .onRef('r.number', '=', 'e.revision')
        .onRef('r.at', '=', 'e.at'),
    )
    .select(['r.user_id as userId', 'r.cause'])
    .where('e.entity', '=', entity)
    .orderBy('e.revision', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
  if (key !== undefined) query = query.where('e.key', '=', (eb) => eb.fn<string>('millrace_audit_key', [eb.val(key)]))
  if (before !== undefined)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('e.revision', 'e.id'), '<', tuple(before.revision, before.id)),
    )
  return tx.query(query)
}

function selectEntries(workplaceId: string) {
  return kysely
    .selectFrom('audit_entry as e')
    .where('e.workplace_id', '=', workplaceId)
    .select(['e.revision', 'e.id', 'e.at', 'e.entity', 'e.key', 'e.operation', 'e.before', 'e.after'])
    .$castTo<AuditEntry>()
}
