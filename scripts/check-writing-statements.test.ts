import { describe, expect, it } from 'vitest'
import { findWritingStatements } from './check-writing-statements.ts'

it('finds no statement that writes in a surface of the project', () => {
  expect(findWritingStatements()).toEqual([])
})

describe('findWritingStatements', () => {
  const check = (path: string, text: string) => findWritingStatements([{ path, text }])
  const route = 'apps/server/src/features/users/routes.ts'
  const handler = 'apps/server/src/engine-rest/identity/users.ts'

  it.each([
    [route, `await tx.query(sql\`insert into app_user (id) values (\${id})\`)`],
    [handler, "text: 'update app_user set first_name = $1 where id = $2'"],
    [handler, 'sql`update ${table} t set name = ${name}`'],
    [handler, 'sql`with gone as (\n  delete\n  from session where id = 1 returning id)\n  select 1`'],
    [handler, 'text: "MERGE INTO app_user u using x on true"'],
    [handler, "client.query('truncate app_user')"],
    [route, 'kysely.insertInto("app_user").values(user)'],
    [route, 'kysely\n  .updateTable("app_user")\n  .set({})'],
    [route, 'kysely.deleteFrom("app_user")'],
    ['apps/server/src/app.ts', 'kysely.deleteFrom("app_user")'],
    // What can send one, whatever it says.
    [route, 'db.withTransaction(user, (tx) => tx.batch([statement]))'],
    [route, 'const { withTransaction: write } = context.db'],
    [handler, "context.db['withTransaction'](user, work)"],
    [handler, 'db.withPlatformTransaction("x", work)'],
    [handler, 'context.db\n  .pool.query(text)'],
    [handler, 'db[method](user, work)'],
    [route, "import pg from 'pg'"],
    [route, 'import pg from "pg"'],
    [route, "const { Pool } = await import('pg')"],
    [handler, 'const { pool } = context.db'],
    [handler, 'const { db: { pool } } = context'],
    [handler, 'context.database.pool.query(text)'],
    [handler, 'db.lookUp(actor, [endSessionsOf(workplaceId, userId)])'],
    [handler, 'sql`UPDATE t SET(a) = (1)`'],
    [handler, 'sql`update t set (a, b) = (select 1, 2)`'],
    [route, "import { openDatabase } from '../../platform/db/database.ts'"],
    // What is put together, hidden or asked for by another way.
    [handler, "text: 'insert ' + 'into app_user (id) values ($1)'"],
    [handler, "text: ['delete', 'from session'].join(' ')"],
    [handler, "text: 'update app_user\\nset name = $1'"],
    [handler, 'sql`delete -- all of them\n from session`'],
    [handler, 'sql`delete /* all of them */ from session`'],
    [handler, 'sql`update "app_user" as "u" set name = 1`'],
    [handler, 'sql`copy app_user (id) from stdin`'],
    [handler, 'sql`drop table app_user`'],
    [handler, "sql`select setval('s', 1)`"],
    [route, 'const { deleteFrom } = kysely'],
    [route, "kysely['insertInto']('app_user')"],
  ])('finds what %s may not write: %s', (path, text) => {
    expect(check(path, text)).toEqual([
      expect.stringMatching(
        /^apps\/server\/src\/\S+:\d+: Expected statements that write, and what can send them, only in operations, .+ call it here\.$/,
      ),
    ])
  })

  it('says in which line it stands', () => {
    expect(check(route, '// one\n/* two\nthree */\nkysely.deleteFrom("session")')).toEqual([
      expect.stringContaining(`${route}:4: `),
    ])
  })

  it.each([
    ['apps/server/src/operations/users/delete-user.ts', 'kysely.deleteFrom("app_user")'],
    ['apps/server/src/runtime/save/a.ts', "text: 'insert into task (id) values ($1)'"],
    ['apps/server/src/jobs/a.ts', "text: 'update job set retries = 1'"],
    ['apps/server/src/platform/auth/a.ts', "text: 'delete from session'"],
    ['apps/server/src/features/users/users.test.ts', "admin.query('delete from app_user')"],
    ['apps/server/src/engine-rest/testing/rest-test.ts', "admin.query('insert into api_token values (1)')"],
    [route, '// kysely.deleteFrom("app_user") is what the operation does'],
    [route, "refuse('thing.not-found', 'Expected an update of the set, but there is none.')"],
    [handler, 'sql`select id from job where id = ${id} for update skip locked`'],
    [handler, 'const updateTableOfContents = 1'],
    [handler, "const words = ['delete', what, 'from the list']"],
    [route, 'db.read(user, (tx) => tx.query(pool))'],
    ['apps/server/src/prepare-database.ts', 'const db = openDatabase(database)'],
  ])('lets %s do what it may: %s', (path, text) => {
    expect(check(path, text)).toEqual([])
  })
})
