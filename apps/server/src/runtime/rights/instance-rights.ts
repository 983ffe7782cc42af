import { type RawBuilder, sql } from 'kysely'
import { type Reach, reaches } from '../../platform/auth/reach.ts'
import { reachOf, reachOfToken } from '../../platform/auth/rights.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isOperator } from './start-rights.ts'

/** The facts on which the permissions for an instance depend. */
export interface InstanceRights {
  readonly processKey: string | null
  /** The users who started the instance, or the instance at the top of its calling instances. */
  readonly starters: readonly (string | null)[]
  /** Whether the user is involved in it, by `involvedReaders`. */
  readonly isInvolved: boolean
}

/** Returns the readers in `instance_listing` for the list of instances that a user started. */
export function startingReaders({ username }: Pick<Person, 'username'>): readonly string[] {
  return [`s:${username}`]
}

/** The reader of all instances, for operators. No user has this name, and it gives no permission. */
export const everyInstance = '*'

/**
 * Returns the readers in `instance_listing` for instances that involve a user: they started it, have or had a task in
 * it, or are or were a candidate. The view `instance_reader` defines the rows; the list and the permission to see an
 * instance both use it.
 */
export function involvedReaders({ username, groups }: Pick<Person, 'username' | 'groups'>): readonly string[] {
  return [`s:${username}`, `t:${username}`, `c:${username}`, ...groups.map((group) => `g:${group}`)]
}

/**
 * Returns whether a user may see an instance: its starter or that of the top instance, involved users, operators, and
 * users with a right to all instances of its process.
 */
export function maySeeInstance(user: Person, { processKey, starters, isInvolved }: InstanceRights): boolean {
  if (isOperator(user) || starters.includes(user.username) || isInvolved) return true
  return reaches(reachOf(user, 'instances.read'), processKey)
}

/**
 * Reads the permissions of the user for a running or ended instance.
 *
 * @param instance its root is looked up if it is not given.
 */
export async function readInstanceRights(
  tx: Tx,
  { workplaceId, username, groups }: Person,
  instance: { readonly id: string; readonly root_id?: string },
): Promise<InstanceRights> {
  const { id } = instance
  const root_id =
    instance.root_id === undefined
      ? sql`(select root_id from instance where workplace_id = ${workplaceId} and id = ${id} union all select root_id from history_instance where workplace_id = ${workplaceId} and id = ${id} limit 1)`
      : sql`${instance.root_id}::uuid`
  const ids = sql`array[${id}::uuid, ${root_id}]`
  const [row] = await tx.query(
    kysely.selectNoFrom([
      sql<string[]>`array(select start_user_id from instance where workplace_id = ${workplaceId} and id = any(${ids})
        union select start_user_id from history_instance where workplace_id = ${workplaceId} and id = any(${ids}))`.as(
        'starters',
      ),
      sql<boolean>`exists (select from instance_listing where workplace_id = ${workplaceId} and instance_id = ${id} and reader = any(${[...involvedReaders({ username, groups })]}::text[]))`.as(
        'is_involved',
      ),
      sql<string | null>`(select key from process_definition where workplace_id = ${workplaceId} and id = coalesce(
        (select definition_id from instance where workplace_id = ${workplaceId} and id = ${id}::uuid),
        (select definition_id from history_instance where workplace_id = ${workplaceId} and id = ${id}::uuid)))`.as(
        'process_key',
      ),
    ]),
  )
  return { processKey: row?.process_key ?? null, starters: row?.starters ?? [], isInvolved: row?.is_involved ?? false }
}

/**
 * Returns the SQL condition that a row `i` of `instance` or `history_instance`, with its definition `d`, is visible to
 * the user, within the limits of an API token.
 */
export function instanceVisibleInSql(user: Person): RawBuilder<boolean> {
  const { workplaceId, username, groups } = user
  // Not `exists`, which a plan may answer by reading whole tables once.
  const isWithin = reachesInSql(reachOfToken(user))
  if (isOperator(user)) return sql<boolean>`${isWithin}`
  return sql<boolean>`(${isWithin} and (i.start_user_id = ${username} or ${reachesInSql(reachOf(user, 'instances.read'))}
    or (select true from instance r where r.workplace_id = ${workplaceId} and r.id = i.root_id and r.start_user_id = ${username} limit 1)
    or (select true from history_instance r where r.workplace_id = ${workplaceId} and r.id = i.root_id and r.start_user_id = ${username} limit 1)
    or (select true from task t where t.workplace_id = ${workplaceId} and t.root_id = i.root_id and t.instance_id = i.id
      and (t.assignee = ${username} or t.owner = ${username} or ${username} = any(t.candidate_users) or t.candidate_groups && ${[...groups]}::text[]) limit 1)
    or (select true from history_task t where t.workplace_id = ${workplaceId} and t.instance_id = i.id
      and (t.assignee = ${username} or t.owner = ${username} or t.ended_by = ${username}) limit 1)))`
}

/**
 * Returns the SQL condition that the user may see the variables of a visible row `r` with its process, as `see-data`
 * decides.
 */
export function dataVisibleInSql(user: Person): RawBuilder<boolean> {
  if (isOperator(user)) return sql<boolean>`true`
  const { workplaceId, username } = user
  const isOwnRoot = (table: string) =>
    sql`(select true from ${sql.table(table)} o where o.workplace_id = ${workplaceId} and o.id = r.root_id and o.start_user_id = ${username} limit 1)`
  return sql<boolean>`(r.start_user_id = ${username} or ${reachesInSql(reachOf(user, 'instances.read'), sql`r.key`)}
    or ${isOwnRoot('instance')} or ${isOwnRoot('history_instance')})`
}

/**
 * Returns the SQL condition that the user may see the variables of the instance of a task, in rows `l` with process,
 * instance and root. Standalone tasks have no process.
 */
export function taskDataVisibleInSql(user: Person): RawBuilder<boolean> {
  if (isOperator(user)) return sql<boolean>`true`
  const { workplaceId, username } = user
  const isStarted = (id: RawBuilder<unknown>) =>
    sql`(select true from instance o where o.workplace_id = ${workplaceId} and o.id = ${id} and o.start_user_id = ${username} limit 1)`
  return sql<boolean>`(${reachesInSql(reachOf(user, 'instances.read'), sql`l.process_key`)}
    or ${isStarted(sql`l.instance_id`)} or ${isStarted(sql`l.root_id`)})`
}

/** Returns the SQL condition that a right covers the process of a row, by default the row `d`. */
export function reachesInSql(
  { isEverywhere, keys }: Reach,
  key: RawBuilder<unknown> = sql`d.key`,
): RawBuilder<boolean> {
  const list = sql`${[...keys]}::text[]`
  return isEverywhere ? sql<boolean>`(${key} is null or ${key} <> all(${list}))` : sql<boolean>`(${key} = any(${list}))`
}

/** Returns whether the user may see an instance, which may not exist. */
export async function isInstanceVisible(tx: Tx, user: Person, id: string): Promise<boolean> {
  const [live, ended] = await tx.queries(
    kysely
      .selectFrom('instance')
      .where('workplace_id', '=', user.workplaceId)
      .where('id', '=', id)
      .select(['id', 'root_id']),
    kysely
      .selectFrom('history_instance')
      .where('workplace_id', '=', user.workplaceId)
      .where('id', '=', id)
      .select(['id', 'root_id']),
  )
  const instance = live[0] ?? ended[0]
  return instance !== undefined && maySeeInstance(user, await readInstanceRights(tx, user, instance))
}
