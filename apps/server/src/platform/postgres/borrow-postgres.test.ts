import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { borrowPostgres } from './borrow-postgres.ts'
import { startPostgres } from './start-postgres.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-borrow-'))
afterAll(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

it('says so where there is no database', async () => {
  await expect(borrowPostgres(join(dataFolder, 'nothing'))).rejects.toThrow('but there is none. Start the server once')
})

it('works beside a running server without ending it, and alone with one of its own', async () => {
  const server = await startPostgres({ dataFolder, settings: { fsync: 'off' } })
  const beside = await borrowPostgres(dataFolder)
  await ask(beside.url, 'create table kept (id int)')
  await beside.stop()
  expect(await ask(server.url, 'select * from kept')).toEqual([])
  await server.stop()

  const alone = await borrowPostgres(dataFolder)
  expect(await ask(alone.url, 'select * from kept')).toEqual([])
  await alone.stop()
  await expect(ask(alone.url, 'select 1')).rejects.toThrow()
})
