import type { Absence, AnswerOf, absenceCalls, Person } from '@millrace/contract'
import { sql } from 'kysely'
import { refuseAbsence, refuseAbsenceOf } from '../../operations/absences/policy.ts'
import { noSuchUser } from '../../operations/users/accounts.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import { findNamed, fullNameOf, type People, readPeople } from '../../runtime/rights/people.ts'
import { isWorker } from '../../runtime/rights/task-workers.ts'

interface Row {
  readonly id: string
  readonly username: string
  readonly substitute: string | null
  readonly from_at: Date
  readonly until_at: Date
  readonly note: string | null
  readonly processes: Absence['processes']
}

/** Lists the current and future absences of a user, and those for which the user is the substitute. */
export async function listAbsences(
  db: Database,
  request: Request,
  { username = request.user.username, now }: { readonly username?: string | undefined; readonly now: Date },
): Promise<AnswerOf<typeof absenceCalls.list> | Refusal> {
  const { user } = request
  const refusal = refuseAbsenceOf(user, username)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  return db.read(request, async (tx) => {
    const [account] = await runSql<{ id: string }>(
      tx,
      sql`select id from app_user where workplace_id = ${workplaceId} and username = ${username}`,
    )
    if (account === undefined) return noSuchUser()
    const missing = refuseAbsence(user, 'read', { id: account.id, roles: [], authorizations: [] })
    if (missing !== null) return missing
    const [own, others] = await Promise.all([
      selectAbsences(tx, sql`a.user_id = ${account.id}`, { workplaceId, now }),
      selectAbsences(tx, sql`a.substitute_id = ${account.id}`, { workplaceId, now }),
    ])
    const people = await readPeople(
      tx,
      workplaceId,
      [...own, ...others].flatMap((row) => [row.username, row.substitute]),
    )
    return { own: own.map((row) => present(row, people)), standsInFor: others.map((row) => present(row, people)) }
  })
}

function selectAbsences(tx: Tx, which: Sql, { workplaceId, now }: { workplaceId: string; now: Date }): Promise<Row[]> {
  return runSql<Row>(
    tx,
    sql`select a.id, u.username, s.username as substitute, a.from_at, a.until_at, a.note,
        case when a.process_keys is null then null else (select json_agg(json_build_object('key', k.key, 'name', ${nameOf(sql`k.key`)}) order by k.place)
          from unnest(a.process_keys) with ordinality k(key, place)) end as processes
      from absence a join app_user u on u.workplace_id = a.workplace_id and u.id = a.user_id
        left join app_user s on s.workplace_id = a.workplace_id and s.id = a.substitute_id
      where a.workplace_id = ${workplaceId} and ${which} and a.until_at > ${now.toISOString()}::timestamptz
      order by a.from_at, a.id limit 200`,
  )
}

/** Returns the name of the last version of a process. */
function nameOf(key: Sql): Sql {
  return sql`coalesce((select d.name from process_definition d where d.workplace_id = a.workplace_id and d.key = ${key} order by d.version desc limit 1), ${key})`
}

function present({ id, username, substitute, from_at, until_at, note, processes }: Row, people: People): Absence {
  return {
    ...{ id, note, processes },
    person: people.get(username),
    substitute: people.find(substitute),
    from: from_at.toISOString(),
    until: until_at.toISOString(),
  }
}

/** Finds users who may work on tasks, by name. */
export async function findSubstitutes(db: Database, request: Request, q: string): Promise<Person[]> {
  const fullName = fullNameOf('u')
  const rows = await db.read(request, async (tx) =>
    runSql<{ username: string; name: string }>(
      tx,
      sql`select u.username, ${fullName} as name from app_user u where u.workplace_id = ${request.workplaceId} and ${isWorker}
        and ${await findNamed(tx, request.workplaceId, q)} order by u.username_key limit 20`,
    ),
  )
  return rows.map(({ username, name }) => ({ username, displayName: name || username }))
}
