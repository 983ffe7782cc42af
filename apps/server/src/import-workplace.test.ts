import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createTestDatabase, createUser, createWorkplace } from '@millrace/server/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deleteWorkplace } from './operations/workplaces/delete-workplace.ts'
import { createExportDigest, sealName, writeSeal } from './operations/workplaces/export-seal.ts'
import { exportWorkplace } from './operations/workplaces/export-workplace.ts'
import { importWorkplace } from './operations/workplaces/import-workplace.ts'
import { readTar } from './operations/workplaces/read-tar.ts'
import { tarEnd, tarFilling, tarHeader } from './operations/workplaces/tar.ts'
import { createInstallationKey } from './platform/auth/installation-key.ts'
import { systemActor } from './platform/db/actor.ts'
import { identify } from './platform/db/cells/identify.ts'
import type { Database } from './platform/db/database.ts'
import { createFileStores } from './platform/files/file-stores.ts'
import { startS3 } from './platform/files/testing/start-s3.ts'

const storage = await startS3()
const { db, admin } = await createTestDatabase()
const north = await createTestDatabase()
await north.admin.query('delete from workplace')
const installation = await identify(db, { installation: null, name: null })
await identify(north.db, { installation, name: 'north' })

const folder = mkdtempSync(join(tmpdir(), 'millrace-import-'))
afterAll(() => rmSync(folder, { recursive: true }))
const key = createInstallationKey('the secret of a test, long enough for one')
const by = { kind: 'platform', cause: 'command workplace import leaving' } as const
const storesOf = (of: Database) =>
  createFileStores({ db: of, clock: () => new Date(), s3: storage.config, warn: () => {} })

const homesWith = (first: Database, inNorth: Database) => ({
  db: first,
  storesOf,
  cells: [
    {
      ...{ name: 'north', db: inNorth, isOpen: true, close: async () => {} },
      whenOpen: (callback: (opened: Database) => void) => callback(inNorth),
    },
  ],
})
const homes = homesWith(db, north.db)
const run = (database: string | null, { file = whole, given = homes } = {}) =>
  importWorkplace(given, by, { file, database, key, trusted: null })

/** A database whose platform transactions are preceded by something else. */
function preceded(of: Database, before: () => Promise<unknown>): Database {
  return {
    ...of,
    withPlatformTransaction: async (cause, work) => {
      await before()
      return of.withPlatformTransaction(cause, work)
    },
  }
}

const whole = join(folder, 'leaving.tar.gz')
let workplaceId = ''
const fileIds = [randomUUID(), randomUUID()]
const keys = () => fileIds.map((id) => `${workplaceId}/${id}`).toSorted()
const removals = async (of = admin) =>
  (await of.query('select object_key as key, due_at::text as due from object_removal order by 1')).rows
/** S3rver can answer 500 to one of two deletions side by side in a folder: such an object is due again at once. */
const removeAll = async (of: Database) => {
  const again = `update object_removal set due_at = now() where is_claimed`
  do await storesOf(of).removeObjects()
  while (((await (of === db ? admin : north.admin).query(again)).rowCount ?? 0) > 0)
}

beforeAll(async () => {
  workplaceId = await createWorkplace(db, { reference: 'leaving' })
  await createUser(db, { workplaceId, username: 'ada' })
  const store = storesOf(db).current
  for (const id of fileIds) {
    const content = Buffer.from(`The content of ${id}`)
    const kept = await store.put({ workplaceId, id }, content)
    await db.withTransaction(systemActor(workplaceId, 'test'), async (tx) => {
      await kept.confirm(tx)
      await tx.commit([
        {
          name: 'test_keep',
          text: `insert into stored_file (workplace_id, id, name, type, size, kept_in, uploaded_at, uploaded_by)
            values ($1, $2, 'plan.txt', 'text/plain', $3, 's3', now(), 'ines')`,
          values: [workplaceId, id, content.length],
        },
      ])
    })
  }
  const files = storesOf(db)
  const what = { workplaceId, reference: 'leaving', file: whole, now: new Date() }
  expect(await exportWorkplace({ db, files, key }, by, what)).toMatchObject({ files: 2 })
})

/** Each test starts without the workplace and without objects. */
beforeEach(async () => {
  for (const of of [admin, north.admin])
    await of.query(`update workplace set suspended_at = now() where reference = 'leaving'`)
  const { rows } = await admin.query(`select from workplace where reference = 'leaving'`)
  if (rows.length > 0) await deleteWorkplace(homes, by, 'leaving')
  for (const of of [db, north.db]) await removeAll(of)
  expect(storage.listKeys()).toEqual([])
  expect([await removals(), await removals(north.admin)]).toEqual([[], []])
})

/** The export with other content in one of its files, sealed again. */
async function rewrite(name: string, change: (text: string) => string): Promise<string> {
  const digest = createExportDigest()
  const parts: Buffer[] = []
  const add = (named: string, content: Buffer) =>
    parts.push(
      tarHeader({ name: named, size: content.length, modifiedAt: new Date() }),
      content,
      tarFilling(content.length),
    )
  async function* unpacked() {
    yield gunzipSync(readFileSync(whole))
  }
  for await (const entry of readTar(unpacked())) {
    if (entry.name === sealName) continue
    const content = await buffer(entry.chunks)
    const changed = entry.name === name ? Buffer.from(change(content.toString())) : content
    if (entry.name === name) expect(changed.equals(content)).toBe(false)
    digest.begin(entry.name, changed.length)
    digest.add(changed)
    add(entry.name, changed)
  }
  add(sealName, Buffer.from(writeSeal(key, digest.end())))
  const file = join(folder, `${randomUUID()}.tar.gz`)
  writeFileSync(file, gzipSync(Buffer.concat([...parts, tarEnd])))
  return file
}

const row = 'tables/workplace.jsonl'

it.each([
  [
    'a reference with a space',
    (text: string) => text.replace('"leaving"', '"lea ving"'),
    'Expected a reference of at most',
  ],
  ['a name with a line break', (text: string) => text.replace(/"name":"[^"]*"/, '"name":"a\\nb"'), 'in one line'],
  ['a long name', (text: string) => text.replace(/"name":"[^"]*"/, `"name":"${'x'.repeat(256)}"`), '256 characters'],
  [
    'the id of the installation',
    (text: string) => text.replace(/"workplace_id":"[^"]*"/, '"workplace_id":"00000000-0000-0000-0000-000000000000"'),
    'the id of the installation',
  ],
  [
    'a moment that is none',
    (text: string) => text.replace(/"created_at":"[^"]*"/, '"created_at":"soon"'),
    'description',
  ],
])('refuses an export with %s', async (_, change, message) => {
  const file = await rewrite(row, change)
  expect(await run(null, { file })).toMatchObject({
    code: 'request.invalid',
    message: expect.stringContaining(message),
  })
  expect((await admin.query(`select from workplace_move`)).rows).toEqual([])
})

it('waits until another database has removed the files of the workplace', async () => {
  await north.admin.query(`insert into object_removal (object_key, due_at) values ($1, now())`, [keys()[0]])
  expect(await run(null)).toMatchObject({ code: 'workplace.in-use', message: expect.stringContaining('to be removed') })
  // In its own database it takes the name over.
  expect(await run('north')).toMatchObject({ reference: 'leaving', files: 2 })
  await removeAll(north.db)
  expect(storage.listKeys()).toEqual(keys())
})

it('does not wait for contents that another database holds for an import that nobody repeats', async () => {
  await north.admin.query(`insert into object_removal (object_key, due_at) values ($1, 'infinity')`, [keys()[0]])
  expect(await run(null)).toMatchObject({ reference: 'leaving', files: 2 })
  await removeAll(north.db)
  expect(storage.listKeys()).toEqual(keys())
  await north.admin.query('delete from object_removal')
})

it('keeps its files when the workplace was deleted just before', async () => {
  expect(await run(null)).toMatchObject({ files: 2 })
  await admin.query(`update workplace set suspended_at = now() where reference = 'leaving'`)
  await deleteWorkplace(homes, by, 'leaving')
  expect(await removals()).toHaveLength(2)
  expect(await run(null)).toMatchObject({ files: 2 })
  expect(await removals()).toEqual([])
  await removeAll(db)
  expect(storage.listKeys()).toEqual(keys())
})

it.each([null, 'north'])('leaves no file behind when it fails in the database %s', async (database) => {
  const broken = await rewrite('manifest.json', (text) => text.replace('"files": 2', '"files": 3'))
  expect(await run(database, { file: broken })).toMatchObject({ message: expect.stringContaining('cannot be read') })
  expect((await removals(database === null ? admin : north.admin)).map((one) => one.key)).toEqual(keys())
  await removeAll(database === null ? db : north.db)
  expect(storage.listKeys()).toEqual([])
  expect((await admin.query(`select from workplace where reference = 'leaving'`)).rows).toEqual([])
})

/** An import into the other database that is killed at some point: from then on it changes nothing. */
async function importKilled(isKilledAt: (step: 'file' | 'directory', count: number) => boolean, file = whole) {
  let isDead = false
  const counts = { file: 0, directory: 0 }
  const step = (name: 'file' | 'directory') => {
    isDead ||= isKilledAt(name, ++counts[name])
  }
  const refuseDead = async () => {
    if (isDead) throw new Error('killed')
  }
  const first = preceded(db, async () => {
    step('directory')
    await refuseDead()
  })
  const stores = storesOf(north.db)
  const put: typeof stores.current.put = async (...file) => {
    await refuseDead()
    const kept = await stores.current.put(...file)
    step('file')
    return kept
  }
  const given = homesWith(first, preceded(north.db, refuseDead))
  const killed = { ...given, storesOf: () => ({ ...stores, current: { ...stores.current, put } }) }
  await expect(run('north', { given: killed, file })).rejects.toThrow('killed')
  return counts
}

it.each([
  ['deleted', async () => void (await deleteWorkplace(homes, by, 'leaving'))],
  [
    'repeated with another file, which fails',
    async () => {
      const file = await rewrite('manifest.json', (text) =>
        text.replace(/("name": "stored_file"[^}]*"rows": )2/, '$13'),
      )
      expect(await run('north', { file })).toMatchObject({ message: expect.stringContaining('cannot be read') })
    },
  ],
])('leaves no file behind when it is interrupted and %s', async (_, end) => {
  await importKilled((step, count) => step === 'file' && count === 2)
  expect(storage.listKeys()).toEqual(keys())
  expect((await removals(north.admin)).map(({ due }) => due)).toEqual(['infinity', 'infinity'])
  // Nobody removes them while the import can be repeated.
  await removeAll(north.db)
  expect(storage.listKeys()).toEqual(keys())
  await end()
  await removeAll(north.db)
  expect(storage.listKeys()).toEqual([])
})

it('is only opened in the directory by a repeat when it is open in its database', async () => {
  const open = async () =>
    (await north.admin.query('select moving_at from workplace where workplace_id = $1', [workplaceId])).rows
  // The entry, and then the end.
  await importKilled((step, count) => step === 'directory' && count === 2)
  expect(await open()).toEqual([{ moving_at: null }])
  expect(await removals(north.admin)).toEqual([])
  // What its users change meanwhile stays.
  await north.admin.query(`update app_user set first_name = 'Changed' where workplace_id = $1`, [workplaceId])
  expect(await run('north')).toMatchObject({ reference: 'leaving', files: 2 })
  const { rows } = await north.admin.query('select first_name from app_user where workplace_id = $1', [workplaceId])
  expect(rows).toEqual([{ first_name: 'Changed' }])
  const entry = await admin.query(`select cell, moving_at from workplace where reference = 'leaving'`)
  expect(entry.rows).toEqual([{ cell: 'north', moving_at: null }])
  expect((await admin.query('select from workplace_move')).rows).toEqual([])
  await removeAll(north.db)
  expect(storage.listKeys()).toEqual(keys())
})

/** Ends the connection that gives a command its right to the workplace. */
const endRight = () =>
  admin.query(
    `select pg_terminate_backend(pid, 5000) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32 | objid::bigint) = hashtextextended('millrace move ' || $1::uuid, 0)`,
    [workplaceId],
  )

/** Databases of which the one with the workplace does something after the n-th row of a file is written. */
function followed(database: string | null, nth: number, then: () => Promise<unknown>) {
  const of = database === null ? db : north.db
  let count = 0
  const home: Database = {
    ...of,
    withTransaction: async (...given) => {
      const value = await of.withTransaction(...given)
      if (given[0].workplaceId === workplaceId && ++count === nth) await then()
      return value
    },
  }
  return {
    ...(database === null ? homesWith(home, north.db) : homesWith(db, home)),
    // The stores use transactions of their own.
    storesOf: () => storesOf(of),
  }
}

it.each([null, 'north'])('removes no file of a repeat when it has lost its right in the database %s', async (name) => {
  const given = followed(name, 1, async () => {
    await endRight()
    expect(await run(name)).toMatchObject({ files: 2 })
  })
  const stores = given.storesOf()
  let puts = 0
  const put: typeof stores.current.put = (...file) => {
    puts++
    return stores.current.put(...file)
  }
  const counting = { ...given, storesOf: () => ({ ...stores, current: { ...stores.current, put } }) }
  await expect(run(name, { given: counting })).rejects.toThrow()
  expect(puts).toBe(1)
  expect([await removals(), await removals(north.admin)]).toEqual([[], []])
  await removeAll(name === null ? db : north.db)
  expect(storage.listKeys()).toEqual(keys())
})

it('keeps a file whose removal a command without the right has planned before the end of a repeat', async () => {
  const [id = ''] = fileIds
  const again = Buffer.from(`The content of ${id}`)
  const given = followed('north', 2, () => storesOf(north.db).current.put({ workplaceId, id }, again))
  expect(await run('north', { given })).toMatchObject({ files: 2 })
  expect(await removals(north.admin)).toEqual([])
})

it('is not closed by a command that another one has overtaken', async () => {
  let isOvertaken = false
  const late = preceded(north.db, async () => {
    if (isOvertaken) return
    isOvertaken = true
    await endRight()
    expect(await run('north')).toMatchObject({ files: 2 })
  })
  await expect(run('north', { given: homesWith(db, late) })).rejects.toThrow('another command has opened it')
  const open = { moving_at: null }
  const find = `select moving_at from workplace where reference = 'leaving'`
  expect([(await admin.query(find)).rows, (await north.admin.query(find)).rows]).toEqual([[open], [open]])
})

it.each([
  ['refuses another file than', false],
  ['accepts', true],
])('%s the completed file in a repeat after an import whose end the directory does not know', async (_, isSame) => {
  const suspended = '"suspended_at":"2026-01-01T00:00:00Z"'
  const other = await rewrite(row, (text) => text.replace('"suspended_at":null', suspended))
  // The first file is interrupted. The other one is completed, but the directory does not know: the right, the file, the end.
  await importKilled((step, count) => step === 'file' && count === 1)
  await importKilled((step, count) => step === 'directory' && count === 3, other)
  expect(await run('north', { file: isSame ? other : whole })).toMatchObject(
    isSame
      ? { reference: 'leaving', files: 2 }
      : { code: 'thing.exists', message: expect.stringContaining('“leaving” has the rows of the file before') },
  )
  // It is open, and suspended as in the file whose rows it has.
  const state = `select cell, moving_at, suspended_at < '2026-01-02' as suspended from workplace where reference = 'leaving'`
  expect((await admin.query(state)).rows).toEqual([{ cell: 'north', moving_at: null, suspended: true }])
  expect((await north.admin.query(state)).rows).toEqual([{ cell: null, moving_at: null, suspended: true }])
  expect((await admin.query('select from workplace_move')).rows).toEqual([])
  expect(await run('north', { file: other })).toMatchObject({ message: expect.stringContaining('does not exist here') })
})

it('opens no workplace that another command imports again', async () => {
  const close = `update workplace set moving_at = clock_timestamp() where workplace_id = $1 returning moving_at`
  let isEnding = false
  const stores = storesOf(north.db)
  const put: typeof stores.current.put = async (...file) => {
    isEnding = true
    return stores.current.put(...file)
  }
  const late = preceded(north.db, async () => {
    if (isEnding) await north.admin.query(close, [workplaceId])
  })
  const given = { ...homesWith(db, late), storesOf: () => ({ ...stores, current: { ...stores.current, put } }) }
  await expect(run('north', { given })).rejects.toThrow('another one has opened or closed it')
})
