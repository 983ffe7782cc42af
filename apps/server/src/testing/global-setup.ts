import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../platform/migrations/migrate.ts'
import { isAlive } from '../platform/postgres/is-alive.ts'
import { endAbandoned } from '../platform/postgres/orphan.ts'
import { startPostgres } from '../platform/postgres/start-postgres.ts'
import { findRoom, listRooms } from './find-room.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * The PostgreSQL of this test run. Its database `millrace` is the migrated template that test files clone. `near` is
     * what an address says to come by its socket, nothing where it has none.
     */
    postgres: { readonly url: string; readonly adminUrl: string; readonly near: string }
  }
}

/** Nothing of a test outlives it, so nothing has to reach the disk. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  autovacuum: 'off',
  max_wal_size: '1GB',
}

/** Vitest's global set-up: one PostgreSQL for all workers of a run, with the migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.MILLRACE_TEST_DATABASE
  if (given !== undefined) return useGiven(project, given)
  for (const room of listRooms()) await removeAbandoned(room)
  const dataFolder = join(findRoom(), `${prefix}${process.pid}`)
  mkdirSync(dataFolder, { recursive: true })
  const postgres = await startPostgres({ dataFolder, settings })
  await migrate({ connectionString: postgres.url })
  await closeTemplate(postgres.adminUrl)
  const { url, adminUrl, nearUrl } = postgres
  project.provide('postgres', { url, adminUrl, near: new URL(nearUrl).search })
  return async () => {
    await postgres.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

/** Another version of PostgreSQL, by the address of its superuser: `MILLRACE_TEST_DATABASE`. */
async function useGiven(project: TestProject, adminUrl: string): Promise<() => Promise<void>> {
  const password = randomUUID()
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query('drop database if exists millrace with (force)')
  const { rowCount } = await admin.query(`select from pg_roles where rolname = 'millrace'`)
  await admin.query(`${rowCount === 0 ? 'create' : 'alter'} role millrace login nosuperuser password '${password}'`)
  await admin.query('create database millrace owner millrace')
  const url = Object.assign(new URL(adminUrl), { username: 'millrace', password, pathname: '/millrace' }).href
  await migrate({ connectionString: url })
  await admin.query('alter database millrace allow_connections false')
  await admin.end()
  project.provide('postgres', { url, adminUrl, near: '' })
  return async () => {}
}

/** A database cannot be cloned while somebody is connected to it: a test that is refuses others theirs. */
async function closeTemplate(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query('alter database millrace allow_connections false')
  await admin.end()
}

const prefix = `millrace-test-${process.getuid?.() ?? 'user'}-`

/** What runs that were killed have left: their PostgreSQL and its files. */
async function removeAbandoned(room: string): Promise<void> {
  for (const name of readdirSync(room).filter((entry) => entry.startsWith(prefix))) {
    if (isAlive(Number(name.slice(prefix.length)))) continue
    const folder = join(room, name)
    await endAbandoned(join(folder, 'postgres', 'files'))
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}
