import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { migrate } from './migrate.ts'
import { type Migration, readMigrations } from './read-migrations.ts'

const { url, adminUrl } = inject('postgres')
const admin = new pg.Pool({ connectionString: adminUrl, max: 1 })
const made: string[] = []
let connectionString = ''

beforeEach(async () => {
  const name = `migrate_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name} owner millrace`)
  made.push(name)
  connectionString = Object.assign(new URL(url), { pathname: `/${name}` }).href
})

afterAll(async () => {
  for (const name of made) await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

const [platform] = readMigrations()
const addTable = (number: number, sql: string, checksum = `sum ${number}`): Migration => ({
  number,
  name: `000${number}_test.sql`,
  sql,
  checksum,
})

describe('migrate', () => {
  it('brings an empty database to the schema, once', async () => {
    const names = readMigrations().map(({ name }) => name)
    expect(await migrate({ connectionString })).toEqual(names)
    expect(await migrate({ connectionString })).toEqual([])
  })

  it('applies each migration once when several processes start together', async () => {
    const results = await Promise.all([1, 2, 3, 4].map(() => migrate({ connectionString })))
    expect(results.flat()).toEqual(readMigrations().map(({ name }) => name))
  })

  it('protects the tables that a migration makes', async () => {
    await migrate({ connectionString }, [
      platform as Migration,
      addTable(2, 'create table thing (workplace_id uuid not null, id uuid not null, primary key (workplace_id, id))'),
    ])
    const client = new pg.Client({ connectionString })
    await client.connect()
    await expect(client.query('insert into thing values (gen_random_uuid(), gen_random_uuid())')).rejects.toThrow(
      'row-level security',
    )
    await client.end()
  })

  it('keeps nothing of a migration that fails, and those before it', async () => {
    const bad = addTable(2, 'create table half (id int); create table half (id int)')
    await expect(migrate({ connectionString }, [platform as Migration, bad])).rejects.toThrow(
      'Expected the migration 0002_test.sql to apply, but: relation "half" already exists. The database was not changed.',
    )
    expect(
      await migrate({ connectionString }, [platform as Migration, addTable(2, 'create table half (id int)')]),
    ).toEqual(['0002_test.sql'])
  })

  it('applies a migration of another branch that was written before one that is applied', async () => {
    const late = {
      ...addTable(2, 'create table late (id int)'),
      number: 20270102030405,
      name: '20270102030405_late.sql',
    }
    const early = {
      ...addTable(3, 'create table early (id int)'),
      number: 20270101000000,
      name: '20270101000000_early.sql',
    }
    await migrate({ connectionString }, [platform as Migration, late])
    expect(await migrate({ connectionString }, [platform as Migration, early, late])).toEqual([early.name])
    expect(await migrate({ connectionString }, [platform as Migration, early, late])).toEqual([])
  })

  it('brings a database on whose migrations were only counted', async () => {
    await migrate({ connectionString }, [platform as Migration])
    const client = new pg.Client({ connectionString })
    await client.connect()
    await client.query('alter table migration alter column number type int')
    await client.end()
    const next = { ...addTable(2, 'select 1'), number: 20270102030405 }
    expect(await migrate({ connectionString }, [platform as Migration, next])).toEqual([next.name])
  })

  it('refuses a schema that is newer than the server', async () => {
    await migrate({ connectionString }, [platform as Migration, addTable(2, 'select 1')])
    await expect(migrate({ connectionString }, [platform as Migration])).rejects.toThrow(
      /^Expected a database of this version or an older one, but it has the migration 0002_test\.sql of a newer program\./,
    )
  })

  it('refuses a migration that was changed after it had been applied', async () => {
    await migrate({ connectionString }, [platform as Migration, addTable(2, 'select 1')])
    await expect(
      migrate({ connectionString }, [platform as Migration, addTable(2, 'select 2', 'another')]),
    ).rejects.toThrow(/^Expected the migration 0002_test\.sql to be as it was/)
  })
})
