import { createTestDatabase, openCuttableProxy } from '@millrace/server/testing'
import { afterAll, expect, it } from 'vitest'
import { checkDatabase } from '../connect.ts'
import { openDatabase } from '../database.ts'

const { connectionString } = await createTestDatabase()
const ways = [await openCuttableProxy(connectionString), await openCuttableProxy(connectionString)] as const
const [first, second] = ways.map((way) => new URL(way.connectionString).host)
const database = await checkDatabase(ways[0].connectionString.replace(`@${first}`, `@${first},${second}`), {
  waitMs: 20_000,
})
const db = openDatabase(database)
afterAll(async () => {
  database.hosts?.close()
  await db.close()
  for (const way of ways) await way.close()
})
const ask = () =>
  db.withPlatformTransaction('test', (tx) => tx.batch([{ name: 'of_silent_server', text: `select '1'`, values: [] }]))

it('ends what waits for a server that is silent, when another one has taken its place', async () => {
  await ask()
  ways[0].silence()
  const asked = ask()
  asked.catch(() => {})
  database.hosts?.watch(200)
  await expect(asked).rejects.toThrow('Connection terminated')
  expect(await ask()).toEqual([[['1']]])
})
