import { absenceLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { livePrefix, topics } from '../../platform/live/topics.ts'
import { isWorker } from '../../runtime/rights/task-workers.ts'
import { isOver } from './policy.ts'

/** The period in which a user is away, with the substitute who works on their tasks. */
export interface AbsenceSpan {
  readonly from: string
  readonly until: string
  /** User name. */
  readonly substitute: string
  readonly note: string | null
  /** Keys of processes; null: all of their tasks. */
  readonly processKeys: readonly string[] | null
}

interface Account {
  readonly id: string
  readonly username: string
}

/**
 * Locks the accounts of the absent user and the substitute until the transaction ends. All callers lock in the same
 * order, so that two users who name each other at the same time neither pass each other nor deadlock. Sending
 * notifications needs none of these locks.
 */
export async function lockPeople(tx: Tx, { workplaceId }: Person, usernames: readonly string[]): Promise<void> {
  await runSql(
    tx,
    sql`select from app_user where workplace_id = ${workplaceId} and username = any(${[...usernames]}::text[]) order by id for no key update`,
  )
}

/**
 * Returns the substitute if they are present during the absence. A user who is away themselves cannot be a substitute.
 */
export async function findSubstitute(
  tx: Tx,
  { workplaceId }: Person,
  { span, absent, now }: { readonly span: AbsenceSpan; readonly absent: Account; readonly now: Date },
): Promise<Account | Refusal> {
  const { from, until, substitute, processKeys } = span
  if (new Date(until) <= now || new Date(until) <= new Date(from)) return isOver()
  const rows = await runSql<Account & { readonly is_worker: boolean }>(
    tx,
    sql`select u.id, u.username, ${isWorker} as is_worker from app_user u
      where u.workplace_id = ${workplaceId} and (u.username = ${substitute} or u.id = ${absent.id})`,
  )
  const found = rows.find(({ username }) => username === substitute)
  if (found === undefined)
    return refuse('thing.not-found', `Expected a user “${substitute}”, but there is none. Choose an existing one.`)
  if (found.id === absent.id) return cannot('somebody else as the substitute, but it is whoever is away')
  if (!found.is_worker) return cannot(`a substitute who may work at tasks, but “${substitute}” may not`)
  const keys = processKeys === null ? sql`null::text[]` : sql`${[...processKeys]}::text[]`
  const away = await runSql<object>(
    tx,
    sql`select from absence where workplace_id = ${workplaceId} and user_id = ${found.id} and from_at < ${until}::timestamptz
      and until_at > ${from}::timestamptz and (process_keys is null or ${keys} is null or process_keys && ${keys}) limit 1`,
  )
  if (away.length > 0) return cannot(`a substitute who is there at that time, but “${substitute}” is away too`)
  return (await refuseUnknownProcesses(tx, workplaceId, processKeys)) ?? found
}

function cannot(expected: string): Refusal {
  return refuse('absence.substitute', `Expected ${expected}. Choose somebody else.`)
}

async function refuseUnknownProcesses(
  tx: Tx,
  workplaceId: string,
  keys: readonly string[] | null,
): Promise<Refusal | null> {
  if (keys === null) return null
  const known = await runSql<{ key: string }>(
    tx,
    sql`select k.key from unnest(${[...keys]}::text[]) k(key)
      where exists (select from process_definition d where d.workplace_id = ${workplaceId} and d.key = k.key)`,
  )
  const missing = keys.find((key) => !known.some((one) => one.key === key))
  return missing === undefined
    ? null
    : refuse(
        'thing.not-found',
        `Expected an existing process, but no process has the key “${missing}”. Choose another process.`,
      )
}

/** Deletes the ended absences of a user, and returns whether the remaining ones have reached the limit. */
export async function hasTooMany(tx: Tx, workplaceId: string, userId: string, now: Date): Promise<boolean> {
  await runSql(
    tx,
    sql`delete from absence where workplace_id = ${workplaceId} and user_id = ${userId} and until_at <= ${now.toISOString()}::timestamptz`,
  )
  const rows = await runSql<{ count: number }>(
    tx,
    sql`select count(*)::int as count from absence where workplace_id = ${workplaceId} and user_id = ${userId}`,
  )
  return (rows[0]?.count ?? 0) >= absenceLimits.ofOne
}

/** Makes the browsers of substitutes reload their tasks, and reopens their streams of changes. */
export async function notifySubstitutes(tx: Tx, workplaceId: string, usernames: readonly string[]): Promise<void> {
  const notified = [
    ...usernames.map((username) => topics.person(workplaceId, `u:${username}`)),
    topics.sessions(workplaceId),
  ].map((topic) => livePrefix + topic)
  await runSql(tx, sql`select pg_notify('millrace', topic) from unnest(${notified}::text[]) t(topic)`)
}
