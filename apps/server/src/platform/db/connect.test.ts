import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { migrate } from '../migrations/migrate.ts'
import { systemActor } from './actor.ts'
import { checkDatabase } from './connect.ts'
import { openDatabase } from './database.ts'
import { kysely } from './kysely.ts'

const { url, adminUrl } = inject('postgres')
const admin = new pg.Pool({ connectionString: adminUrl, max: 1 })
const name = `connect_${randomUUID().replaceAll('-', '')}`
await admin.query(`create database ${name}`)
afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

describe('checkDatabase', () => {
  it('takes a plain user unchanged', async () => {
    const connectionString = Object.assign(new URL(url), { pathname: `/${name}` }).href
    expect(await checkDatabase(connectionString)).toEqual({ connectionString, hosts: expect.anything() })
  })

  it('creates a superuser act as a plain role, so that the wall between workplaces stands', async () => {
    const connectionString = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
    const [checked, again] = await Promise.all([checkDatabase(connectionString), checkDatabase(connectionString)])
    expect(checked).toEqual({ connectionString, hosts: expect.anything(), role: 'millrace_app' })
    expect(again.role).toBe(checked.role)
    await migrate(checked)
    const db = openDatabase(checked)
    const workplaceId = randomUUID()
    await db.withPlatformTransaction('test', (tx) =>
      tx.query(kysely.insertInto('workplace').values({ workplace_id: workplaceId, reference: 'x', name: 'X' })),
    )
    await db.withTransaction(systemActor(workplaceId, 'test'), (tx) =>
      tx.query(kysely.insertInto('setting').values({ workplace_id: workplaceId, key: 'k', value: '1' })),
    )
    const seen = await db.read({ workplaceId: randomUUID() }, (tx) =>
      tx.query(kysely.selectFrom('setting').selectAll()),
    )
    expect(seen).toEqual([])
    await db.close()
  })

  it('says in one sentence, without the password, that nobody answers', async () => {
    await expect(checkDatabase('postgres://user:hunter2@127.0.0.1:1/db')).rejects.toThrow(
      /^Expected a PostgreSQL at 127\.0\.0\.1:1\/db, but: (?!.*hunter2).*ECONNREFUSED.*\. Check DATABASE_URL\.$/,
    )
  })

  it.each(['hun/ter2', 'hun?ter2', 'hun#ter2', 'hun@ter2'])(
    'never shows the password %s of an address',
    async (password) => {
      const failure = await checkDatabase(`postgres://user:${password}@127.0.0.1:1/db`).catch(
        (error: Error) => error.message,
      )
      expect(failure).toMatch(/^Expected a PostgreSQL at /)
      expect(failure).not.toMatch(/hun|ter2/)
    },
  )

  it('says that the password is wrong', async () => {
    await expect(checkDatabase(Object.assign(new URL(url), { password: 'wrong' }).href)).rejects.toThrow(
      'password authentication failed',
    )
  })

  it('says that the database does not exist', async () => {
    await expect(checkDatabase(Object.assign(new URL(url), { pathname: '/nowhere' }).href)).rejects.toThrow(
      'database "nowhere" does not exist',
    )
  })
})
