import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, inject, it, onTestFinished } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../migrations/migrate.ts'
import { readMigrations } from '../migrations/read-migrations.ts'
import { findByGrams } from './grams.ts'

const { url, adminUrl } = inject('postgres')
const platform = new pg.Pool({ connectionString: adminUrl, max: 1 })
const name = `grams_${randomUUID().replaceAll('-', '')}`
const within = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href
afterAll(async () => {
  await platform.query(`drop database if exists ${name} with (force)`)
  await platform.end()
})

/** Opens a connection that sees the rows of all workplaces. */
async function open(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: within(adminUrl) })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Fewer than two portions. */
const rows = 3_000
const [here, elsewhere] = [randomUUID(), randomUUID()]

const addUsers = (client: pg.Client, workplaceId: string, names: readonly string[]) =>
  client.query(
    'insert into app_user (workplace_id, id, username) select $1, gen_random_uuid(), name from unnest($2::text[]) name',
    [workplaceId, names],
  )

it('fills the pieces of users from before beside servers of that release, and ends when searches find each', async () => {
  await platform.query(`create database ${name} owner millrace`)
  const all = readMigrations()
  const until = (number: number) => all.filter((migration) => migration.number <= number)
  await migrate({ connectionString: within(url) }, until(20261130160000))
  const [admin, busy, other] = [await open(), await open(), await open()]
  for (const id of [here, elsewhere])
    await admin.query('insert into workplace (workplace_id, reference, name) values ($1, $2, $2)', [id, `w${id}`])
  await addUsers(admin, here, ['leaver', ...Array.from({ length: rows }, (_, n) => `person ${n}`), 'renamed'])
  await addUsers(admin, elsewhere, ['person elsewhere'])
  await migrate({ connectionString: within(url) }, until(20261130170000))
  expect((await admin.query('select from search_gram')).rows).toEqual([])

  // One transaction deletes a user and renames the next ones, more than a portion has, as a directory does.
  await busy.query('begin')
  await busy.query(`delete from app_user where username = 'leaver'`)
  await busy.query(
    `update app_user set last_name = 'Newlywed' where username ~ '^person (1?\\d?\\d?\\d|2[0-4]\\d\\d)$'`,
  )
  let isFilled = false
  const filling = migrate({ connectionString: within(url) }, all, { lockMs: 60_000 }).finally(() => {
    isFilled = true
  })
  const isWaiting = async () =>
    (
      await admin.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into search_gram%'`,
      )
    ).rowCount
  await expect.poll(isWaiting).toBe(1)
  // A server listens only when this has ended.
  expect(isFilled).toBe(false)
  await other.query(`set statement_timeout = '5s'`)
  expect((await other.query('select from app_user')).rowCount).toBe(rows + 3)
  await addUsers(other, here, ['newcomer'])
  await other.query(`set statement_timeout = '60s'`)
  // Waits for the portion, if that has the pieces of this user.
  const renaming = other.query(`update app_user set last_name = 'Silberberg' where username = 'renamed'`)
  await busy.query('commit')
  await renaming
  expect(await filling).toContain('20261130170100_search_gram_of_users.sql')

  const { rows: wrong } = await admin.query(
    `select u.username, g.thing_id from app_user u full join search_gram g on g.thing_id = u.id and g.workplace_id = u.workplace_id
      where g.grams is distinct from millrace_grams(u.workplace_id, u.names_key || E'\\n' || coalesce(u.email_key, ''))`,
  )
  expect(wrong).toEqual([])
  const db = openDatabase({ connectionString: within(url) })
  onTestFinished(() => db.close())
  const find = async (workplaceId: string, text: string) =>
    (await db.read({ workplaceId }, (tx) => findByGrams(tx, { workplaceId, kind: 'user', text })))?.length
  expect(await find(here, 'son 2999')).toBe(1)
  expect(await find(here, 'lberber')).toBe(1)
  expect([await find(here, 'newcomer'), await find(here, 'leaver')]).toEqual([1, 0])
  expect([await find(here, 'elsewhere'), await find(elsewhere, 'elsewhere')]).toEqual([0, 1])
})
