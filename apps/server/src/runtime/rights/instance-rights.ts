import { type RawBuilder, sql } from 'kysely'
import { type Reach, reaches } from '../../platform/auth/reach.ts'
import { reachOf, reachOfToken } from '../../platform/auth/rights.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isOperator } from './start-rights.ts'

/** What the rights on an instance depend on. */
export interface InstanceRights {
  readonly processKey: string | null
  /** Who started it, or the instance at the top of those that called it. */
  readonly starters: readonly (string | null)[]
  /** Whether the user is involved in it, by `involvedReaders`. */
  readonly isInvolved: boolean
}

/** Who finds an instance in the list of those that they started, as rows of `instance_listing` name them. */
export function startingReaders({ username }: Pick<Person, 'username'>): readonly string[] {
  return [`s:${username}`]
}

/** The reader of every instance, for those who run processes: nobody has this name, and no right follows from it. */
export const everyInstance = '*'

/**
 * By what somebody is involved in an instance: they started it, has or had a task in it, or may claim one or might
 * have. The view `instance_reader` says which rows there are; the list of instances that involve somebody and the right
 * to see one read the same.
 */
export function involvedReaders({ username, groups }: Pick<Person, 'username' | 'groups'>): readonly string[] {
  return [`s:${username}`, `t:${username}`, `c:${username}`, ...groups.map((group) => `g:${group}`)]
}

/** Who may see an instance: who started it or the one at the top, who is involved, operators, and who has a right to all of its process. */
export function maySeeInstance(user: Person, { processKey, starters, isInvolved }: InstanceRights): boolean {
  if (isOperator(user) || starters.includes(user.username) || isInvolved) return true
  return reaches(reachOf(user, 'instances.read'), processKey)
}

/**
 * What the user has to do with an instance that runs or has ended.
 *
 * @param instance its root is looked up where it is not known yet.
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
 * The same as a condition on many: a row `i` of `instance` or `history_instance`, with `d` its definition. Narrowed to
 * what an API token is valid for.
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
 * Whether the variables of a row `r` with its process, of those that the user may see, are for them too: as `see-data`
 * has it.
 */
export function dataVisibleInSql(user: Person): RawBuilder<boolean> {
  if (isOperator(user)) return sql<boolean>`true`
  const { workplaceId, username } = user
  const isOwnRoot = (table: string) =>
    sql`(select true from ${sql.table(table)} o where o.workplace_id = ${workplaceId} and o.id = r.root_id and o.start_user_id = ${username} limit 1)`
  return sql<boolean>`(r.start_user_id = ${username} or ${reachesInSql(reachOf(user, 'instances.read'), sql`r.key`)}
    or ${isOwnRoot('instance')} or ${isOwnRoot('history_instance')})`
}

/** The same of the instance of a task: rows `l` with its process, instance and root. A task without a process has none. */
export function taskDataVisibleInSql(user: Person): RawBuilder<boolean> {
  if (isOperator(user)) return sql<boolean>`true`
  const { workplaceId, username } = user
  const isStarted = (id: RawBuilder<unknown>) =>
    sql`(select true from instance o where o.workplace_id = ${workplaceId} and o.id = ${id} and o.start_user_id = ${username} limit 1)`
  return sql<boolean>`(${reachesInSql(reachOf(user, 'instances.read'), sql`l.process_key`)}
    or ${isStarted(sql`l.instance_id`)} or ${isStarted(sql`l.root_id`)})`
}

/** What `reaches` says of the process of a row, `d` where nothing else is said. */
export function reachesInSql(
  { isEverywhere, keys }: Reach,
  key: RawBuilder<unknown> = sql`d.key`,
): RawBuilder<boolean> {
  const list = sql`${[...keys]}::text[]`
  return isEverywhere ? sql<boolean>`(${key} is null or ${key} <> all(${list}))` : sql<boolean>`(${key} = any(${list}))`
}

/** Of an instance that may be gone. */
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
