import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUser, createWorkplace } from '@millrace/server/testing'
import { afterAll, expect, it } from 'vitest'
import { deleteWorkplace } from './operations/workplaces/delete-workplace.ts'
import { exportWorkplace } from './operations/workplaces/export-workplace.ts'
import { importWorkplace } from './operations/workplaces/import-workplace.ts'
import { createInstallationKey } from './platform/auth/installation-key.ts'
import { systemActor } from './platform/db/actor.ts'
import { checkDatabase } from './platform/db/connect.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { createFileStores } from './platform/files/file-stores.ts'
import { startS3 } from './platform/files/testing/start-s3.ts'
import { migrate } from './platform/migrations/migrate.ts'
import { findRoom } from './testing/find-room.ts'
import { startPostgresPair } from './testing/postgres-pair.ts'

const storage = await startS3()
const pair = await startPostgresPair(mkdtempSync(join(findRoom(), 'millrace-pair-')))
const database = await checkDatabase(pair.url, { waitMs: 20_000 })
await migrate(database)
const db = openDatabase(database)
const folder = mkdtempSync(join(tmpdir(), 'millrace-import-'))
afterAll(async () => {
  database.hosts?.close()
  await db.close()
  await pair.close()
  rmSync(folder, { recursive: true })
})

const key = createInstallationKey('the secret of a test, long enough for one')
const by = { kind: 'platform', cause: 'command workplace import leaving' } as const
const storesOf = (of: Database) =>
  createFileStores({ db: of, clock: () => new Date(), s3: storage.config, warn: () => {} })
const file = join(folder, 'leaving.tar.gz')

it('is interrupted by a fail-over, and has everything once when it is repeated', async () => {
  const workplaceId = await createWorkplace(db, { reference: 'leaving' })
  await createUser(db, { workplaceId, username: 'ada' })
  const files = storesOf(db)
  const ids = [randomUUID(), randomUUID()]
  for (const id of ids) {
    const kept = await files.current.put({ workplaceId, id }, Buffer.from(`The content of ${id}`))
    await db.withTransaction(systemActor(workplaceId, 'test'), async (tx) => {
      await kept.confirm(tx)
      await tx.commit([
        {
          name: 'test_keep_of_import',
          text: `insert into stored_file (workplace_id, id, name, type, size, kept_in, uploaded_at, uploaded_by)
            values ($1, $2, 'plan.txt', 'text/plain', 51, 's3', now(), 'ines')`,
          values: [workplaceId, id],
        },
      ])
    })
  }
  const what = { workplaceId, reference: 'leaving', file, now: new Date() }
  expect(await exportWorkplace({ db, files, key }, by, what)).toMatchObject({ files: 2 })
  await pair.primary.ask(`update workplace set suspended_at = now() where reference = 'leaving'`)
  expect(await deleteWorkplace({ db }, by, 'leaving')).toBeInstanceOf(Map)

  // All rows are there, and one of the two files.
  let puts = 0
  const failing = {
    ...files,
    current: {
      ...files.current,
      put: async (...given: Parameters<typeof files.current.put>) => {
        if (++puts === 2) {
          await pair.primary.stop('SIGQUIT')
          await pair.standby.ask('select pg_promote()')
        }
        return files.current.put(...given)
      },
    },
  }
  const run = (stores: typeof files) =>
    importWorkplace({ db, storesOf: () => stores }, by, { file, database: null, key, trusted: null })
  await expect(run(failing)).rejects.toThrow()
  // Whether the command could remove what it had imported depends on how soon the standby takes changes.
  expect(await run(files)).toMatchObject({ reference: 'leaving', files: 2 })

  const ask = async (sql: string) => (await pair.standby.ask(sql, [workplaceId]))[0]
  expect(await ask('select count(*)::int as n from app_user where workplace_id = $1')).toEqual({ n: 1 })
  expect(await ask('select count(*)::int as n from stored_file where workplace_id = $1')).toEqual({ n: 2 })
  expect(await ask('select moving_at from workplace where workplace_id = $1')).toEqual({ moving_at: null })
  expect(await ask('select count(*)::int as n from workplace_move where moved_id = $1')).toEqual({ n: 0 })
  await files.removeObjects()
  expect(storage.listKeys()).toEqual(ids.map((id) => `${workplaceId}/${id}`).toSorted())
})
