import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { withoutHiding } from '../../platform/auth/restricted.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import type { FileAnswer } from '../../platform/http/route.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'

/** Rows read at once: each part is a short read of its own, however slowly the file is taken. */
const partSize = 1_000
/** Rows of one part of the file. */
const most = 100_000

interface Part {
  readonly name: string
  /** Rows after an id, in the order of their ids. */
  readonly rows: (user: Person, after: string) => Sql
}

const part = (name: string, columns: Sql, from: (user: Person) => Sql, id = sql`x.id`): Part => ({
  name,
  rows: (user, after) =>
    sql`select ${id}::text as after, json_build_object(${columns})::text as json from ${from(user)}
      and x.workplace_id = ${user.workplaceId} and ${id} > ${after}::uuid order by ${id} limit ${partSize}`,
})

/**
 * A condition: not before the account was created. Rows name their user by user name, and an account that was deleted can
 * have had the same one.
 */
const since = (at: Sql, { workplaceId, id }: Person): Sql =>
  sql`${at} >= (select u.created_at from app_user u where u.workplace_id = ${workplaceId} and u.id = ${id})`

/**
 * The parts of all data about a user, without secrets. Rows of other users that only name the user are not included.
 */
const parts: readonly Part[] = [
  part(
    'account',
    sql`'id', x.id, 'username', x.username, 'firstName', x.first_name, 'lastName', x.last_name, 'email', x.email, 'createdAt', x.created_at,
      'lastSignInAt', x.last_login_at, 'manager', (select m.username from app_user m where m.workplace_id = x.workplace_id and m.id = x.manager_id),
      'roles', array(select distinct h.role from held_role h where h.workplace_id = x.workplace_id and h.user_id = x.id order by h.role),
      'groups', array(select g.name from group_member m join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id
        where m.workplace_id = x.workplace_id and m.user_id = x.id order by g.name),
      'signOn', array(select i.issuer || ' ' || i.subject from sso_identity i where i.workplace_id = x.workplace_id and i.user_id = x.id),
      'profile', (select json_build_object('customerReference', p.customer_reference, 'organisationReference', p.organisation_reference, 'language', p.language,
        'theme', p.theme_code) from user_profile p where p.workplace_id = x.workplace_id and p.user_id = x.id)`,
    ({ id }) => sql`app_user x where x.id = ${id}`,
  ),
  part(
    'properties',
    sql`'key', p.key, 'name', p.name, 'value', x.value`,
    ({
      id,
    }) => sql`user_property_value x join user_property p on p.workplace_id = x.workplace_id and p.id = x.property_id
      where x.user_id = ${id} and p.viewers <> 'administrators' and not p.is_disabled`,
    sql`x.property_id`,
  ),
  part(
    'sessions',
    sql`'method', x.method, 'createdAt', x.created_at, 'lastSeenAt', x.last_seen_at, 'address', x.address, 'device', x.user_agent`,
    ({ id }) => sql`session x where x.user_id = ${id}`,
  ),
  part(
    'apiTokens',
    sql`'name', x.name, 'scopes', x.scopes, 'createdAt', x.created_at, 'expiresAt', x.expires_at, 'lastUsedAt', x.last_used_at`,
    ({ id }) => sql`api_token x where x.user_id = ${id}`,
  ),
  part(
    'secondFactors',
    sql`'kind', x.kind, 'name', x.name, 'createdAt', x.created_at, 'lastUsedAt', x.last_used_at`,
    ({ id }) => sql`second_factor x where x.user_id = ${id}`,
  ),
  part(
    'absences',
    sql`'from', x.from_at, 'until', x.until_at, 'note', x.note, 'substitute', (select s.username from app_user s where s.workplace_id = x.workplace_id and s.id = x.substitute_id)`,
    ({ id }) => sql`absence x where x.user_id = ${id}`,
  ),
  part(
    'comments',
    sql`'message', x.message, 'createdAt', x.created_at, 'taskId', x.task_id, 'processInstanceId', x.instance_id`,
    (user) => sql`task_comment x where x.user_id = ${user.username} and ${since(sql`x.created_at`, user)}`,
  ),
  part(
    'files',
    sql`'name', x.name, 'type', x.type, 'size', x.size, 'uploadedAt', x.uploaded_at, 'processInstanceId', x.instance_id`,
    (user) => sql`stored_file x where x.uploaded_by = ${user.username} and ${since(sql`x.uploaded_at`, user)}`,
  ),
  part(
    'startedProcesses',
    sql`'id', x.id, 'title', x.title, 'businessKey', x.business_key, 'startedAt', x.started_at, 'endedAt', x.ended_at`,
    (
      user,
    ) => sql`(select workplace_id, id, title, business_key, started_at, null::timestamptz as ended_at, start_user_id from instance
      union all select workplace_id, id, title, business_key, started_at, ended_at, start_user_id from history_instance) x
        where x.start_user_id = ${user.username} and ${since(sql`x.started_at`, user)}`,
  ),
  part(
    'openTasks',
    sql`'id', x.id, 'name', coalesce(x.name, x.task_key), 'createdAt', x.created_at, 'dueAt', x.due_at`,
    ({ username }) => sql`task x where x.assignee = ${username}`,
  ),
  part(
    'endedTasks',
    sql`'id', x.id, 'name', coalesce(x.name, x.task_key), 'createdAt', x.created_at, 'endedAt', x.ended_at, 'endedByUser', x.ended_by = x.assignee`,
    (user) => sql`history_task x where x.assignee = ${user.username} and ${since(sql`x.ended_at`, user)}`,
  ),
]

/** Returns all data about the user as JSON, which is sent while it is read. */
export function getOwnData(db: Database, request: Request): FileAnswer & { readonly content: Readable } {
  return {
    content: Readable.from(write(db, request), { objectMode: false }),
    contentType: 'application/json',
    fileName: `millrace-${request.user.username}.json`,
  }
}

async function* write(db: Database, request: Request): AsyncGenerator<string> {
  yield '{'
  for (const [index, one] of parts.entries()) {
    yield `${index === 0 ? '' : ',\n'}${JSON.stringify(one.name)}:[`
    yield* writePart(db, request, one)
    yield ']'
  }
  yield '}\n'
}

async function* writePart(db: Database, request: Request, { rows }: Part): AsyncGenerator<string> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (let count = 0; count < most; ) {
    // The files are the user's own uploads.
    const found = await db.read(withoutHiding(request), (tx) =>
      runSql<{ after: string; json: string }>(tx, rows(request.user, after)),
    )
    if (found.length > 0) yield `${count === 0 ? '\n' : ',\n'}${found.map(({ json }) => json).join(',\n')}`
    count += found.length
    after = found.at(-1)?.after ?? after
    if (found.length < partSize) return
  }
}
