import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { kysely } from '../db/kysely.ts'
import { runSql } from '../list/sql.ts'

/** The changes of one transaction in a workplace. */
export interface Revision {
  readonly number: number
  readonly at: Date
  /** Null for changes by Millrace itself. */
  readonly userId: string | null
  /** The call, job or command. Null for changes made directly in the database. */
  readonly cause: string | null
}

/** The change of one entity. */
export interface AuditEntry {
  readonly revision: number
  readonly id: string
  readonly at: Date
  /** The kind of entity, such as `user` or `process-definition`. */
  readonly entity: string
  readonly key: string
  /** Its name when it was changed; null where it has none. */
  readonly label: string | null
  readonly operation: 'insert' | 'update' | 'delete'
  /**
   * The values before, by column: for an update only the changed columns. A secret is `{ hidden: true }`, a file its
   * size and digest.
   */
  readonly before: AuditValues | null
  readonly after: AuditValues | null
}

export type AuditValues = Readonly<Record<string, unknown>>

/** A change of an entity, with its user. */
export interface EntityChange extends AuditEntry, Pick<Revision, 'userId' | 'cause'> {}

/** Returns the revisions of a workplace, the newest first. */
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

/** Lists the changes of a revision, in their order. */
export async function listRevisionEntries(
  tx: Tx,
  workplaceId: string,
  { revision, after, limit }: { revision: number; after?: string; limit: number },
): Promise<AuditEntry[]> {
  let query = selectEntries(workplaceId).where('e.revision', '=', revision).orderBy('e.id').limit(limit)
  if (after !== undefined) query = query.where('e.id', '>', after)
  return tx.query(query)
}

/** Returns the changes of all entities with a name, or of the entity with a key, the newest first. */
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
  // Of one entity an index has the changes in their order; of a kind, those of each operation.
  const branches = (key === undefined ? ['insert', 'update', 'delete'] : [null]).map((operation) => {
    const order = operation === null ? sql`e.revision desc, e.id desc` : sql`e.at desc, e.revision desc, e.id desc`
    const which = operation === null ? sql`e.key = millrace_audit_key(${key})` : sql`e.operation = ${operation}`
    const beyond =
      before === undefined
        ? sql``
        : operation === null
          ? sql` and (e.revision, e.id) < (${before.revision}::bigint, ${before.id}::uuid)`
          : sql` and (e.at, e.revision, e.id) < ((select b.at from audit_revision b where b.workplace_id = ${workplaceId}
              and b.number = ${before.revision}::bigint), ${before.revision}::bigint, ${before.id}::uuid)`
    return sql`(select e.* from audit_entry e where e.workplace_id = ${workplaceId} and e.entity = ${entity} and ${which}${beyond}
      order by ${order} limit ${limit})`
  })
  return runSql<EntityChange>(
    tx,
    sql`select e.revision, e.id, e.at, e.entity, e.key, e.label, e.operation, e.before, e.after, r.user_id as "userId", r.cause
      from (${sql.join(branches, sql` union all `)}) e
      join audit_revision r on r.workplace_id = ${workplaceId} and r.number = e.revision and r.at = e.at
      order by e.revision desc, e.id desc limit ${limit}`,
  )
}

function selectEntries(workplaceId: string) {
  return kysely
    .selectFrom('audit_entry as e')
    .where('e.workplace_id', '=', workplaceId)
    .select(['e.revision', 'e.id', 'e.at', 'e.entity', 'e.key', 'e.label', 'e.operation', 'e.before', 'e.after'])
    .$castTo<AuditEntry>()
}
