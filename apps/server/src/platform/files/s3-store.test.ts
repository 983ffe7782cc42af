import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { createFakeClock, createTestDatabase, createWorkplace } from '@millrace/server/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemActor } from '../db/actor.ts'
import type { Content } from '../uploads/content.ts'
import { withStaging } from '../uploads/staging.ts'
import type { FileKey, FileStore } from './file-store.ts'
import { createFileStores } from './file-stores.ts'
import type { S3Client } from './s3-client.ts'
import { createS3Store } from './s3-store.ts'
import { startS3 } from './testing/start-s3.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const storage = await startS3()
const clock = createFakeClock()
const warnings: object[] = []
const options = { db, clock, warn: (facts: object) => warnings.push(facts) }
const stores = createFileStores({ ...options, s3: storage.config })
const store = stores.current

const megabyte = 1024 * 1024
const newFile = (place = workplaceId): FileKey => ({ workplaceId: place, id: randomUUID() })
const nameOf = ({ workplaceId: place, id }: FileKey) => `${place}/${id}`
const plan = Buffer.from('A plan')
const read = (file: FileKey, from: number, to: number) => buffer(store.read(file, from, to))
const away = { code: 'file.store-away' }

/** What the operation does that keeps a file. */
async function keep(file: FileKey, content: Content = plan, { by = store }: { readonly by?: FileStore } = {}) {
  const kept = await by.put(file, content)
  await db.withTransaction(systemActor(file.workplaceId, 'test'), async (tx) => {
    await kept.confirm(tx)
    await tx.commit([
      {
        name: 'test_keep_object',
        text: `insert into stored_file (workplace_id, id, name, type, size, kept_in, uploaded_at, uploaded_by)
          values ($1, $2, 'a.txt', 'text/plain', 6, 's3', now(), 'ines')`,
        values: [file.workplaceId, file.id],
      },
    ])
  })
}
const deleteRow = (file: FileKey) => admin.query('delete from stored_file where id = $1', [file.id])
const listRemovals = async () => (await admin.query('select object_key from object_removal')).rows

beforeEach(() => warnings.splice(0))
afterEach(async () => {
  storage.way.restore()
  await admin.query('delete from stored_file')
  clock.advance({ hours: 48 })
  await stores.removeObjects()
  expect([storage.listKeys(), await listRemovals()]).toEqual([[], []])
})

describe('a file in S3-compatible storage', () => {
  it('is an object under its workplace and id, read whole and in part', async () => {
    const file = newFile()
    await keep(file)
    expect(storage.listKeys()).toEqual([nameOf(file)])
    expect((await read(file, 0, 6)).toString()).toBe('A plan')
    expect((await read(file, 2, 4)).toString()).toBe('pl')
    expect(await read(file, 3, 3)).toHaveLength(0)
  })

  it('may be empty', async () => {
    const file = newFile()
    await keep(file, Buffer.alloc(0))
    expect(storage.listKeys()).toEqual([nameOf(file)])
  })

  it('goes there in the pieces in which it came, and comes back in portions', async () => {
    const file = newFile()
    const chunks = Array.from({ length: 50 }, (_, index) => Buffer.alloc(100_000, index))
    await withStaging({ db, clock }, workplaceId, async ({ take }) => {
      const content = await take(
        (async function* () {
          yield* chunks
        })(),
      )
      await keep(file, content)
    })
    const portions: number[] = []
    const parts: Uint8Array[] = []
    for await (const part of store.read(file, 0, 5_000_000)) {
      portions.push(part.length)
      parts.push(part)
    }
    expect(Buffer.concat(parts).equals(Buffer.concat(chunks))).toBe(true)
    expect(portions).toEqual([megabyte, megabyte, megabyte, megabyte, 5_000_000 - 4 * megabyte])
  })

  it('is refused with the wrong key, and the log says why', async () => {
    const wrong = createFileStores({ ...options, s3: { ...storage.config, secretKey: 'another' } }).current
    await expect(wrong.put(newFile(), plan)).rejects.toMatchObject(away)
    await expect(buffer(wrong.read(newFile(), 0, 6))).rejects.toMatchObject(away)
    expect(warnings).toMatchObject([
      { reason: 'answered 403 SignatureDoesNotMatch' },
      { reason: 'answered 403 SignatureDoesNotMatch' },
    ])
  })

  it('that no longer exists is no storage that is away', async () => {
    await expect(read(newFile(), 0, 6)).rejects.toThrow(/^Expected the object .* but it is gone\.$/)
  })
})

describe('while the storage is away', () => {
  it('no file is taken and none is lost', async () => {
    const [file, other] = [newFile(), newFile()]
    await keep(file)
    storage.way.cut()
    await expect(store.put(other, plan)).rejects.toMatchObject(away)
    await expect(read(file, 0, 6)).rejects.toMatchObject(away)
    storage.way.restore()
    expect((await read(file, 0, 6)).toString()).toBe('A plan')
    expect(storage.listKeys()).toEqual([nameOf(file)])
  })

  it('in the middle of a file, the file is refused', async () => {
    storage.way.cut(20)
    await expect(store.put(newFile(), Buffer.alloc(20 * megabyte))).rejects.toMatchObject(away)
  })

  it('in the middle of a download, the download is interrupted', async () => {
    const file = newFile()
    await keep(file, Buffer.alloc(3 * megabyte))
    const portions = store.read(file, 0, 3 * megabyte)[Symbol.asyncIterator]()
    expect((await portions.next()).value).toHaveLength(megabyte)
    storage.way.cut()
    await expect(portions.next()).rejects.toMatchObject(away)
  })

  it('what is to be removed waits, longer each time', async () => {
    const file = newFile()
    await keep(file)
    await deleteRow(file)
    storage.way.cut()
    const tries = async () => (await admin.query('select tries from object_removal')).rows.map((row) => row.tries)
    await stores.removeObjects()
    expect(await tries()).toEqual([1])
    await stores.removeObjects()
    expect(await tries()).toEqual([1])
    clock.advance({ minutes: 2 })
    await stores.removeObjects()
    clock.advance({ minutes: 2 })
    await stores.removeObjects()
    expect(await tries()).toEqual([2])
    expect(warnings).toHaveLength(2)
    storage.way.restore()
    clock.advance({ minutes: 2 })
    await stores.removeObjects()
    expect([await tries(), storage.listKeys()]).toEqual([[], []])
  })
})

describe('an object without a row', () => {
  it('goes after an hour when its row never comes', async () => {
    const file = newFile()
    await store.put(file, plan)
    clock.advance({ minutes: 59 })
    await stores.removeObjects()
    expect(storage.listKeys()).toEqual([nameOf(file)])
    clock.advance({ minutes: 2 })
    await stores.removeObjects()
    expect([storage.listKeys(), await listRemovals()]).toEqual([[], []])
  })

  it('gets no row any more once its removal has started', async () => {
    const kept = await store.put(newFile(), plan)
    clock.advance({ hours: 2 })
    storage.way.cut()
    await stores.removeObjects()
    const confirmed = db.withTransaction(systemActor(workplaceId, 'test'), (tx) => kept.confirm(tx))
    await expect(confirmed).rejects.toMatchObject(away)
  })

  it('goes when the transaction of its row fails', async () => {
    const file = newFile()
    const kept = await store.put(file, plan)
    const failed = db.withTransaction(systemActor(workplaceId, 'test'), async (tx) => {
      await kept.confirm(tx)
      throw new Error('a fault')
    })
    await expect(failed).rejects.toThrow('a fault')
    expect(await listRemovals()).toEqual([{ object_key: nameOf(file) }])
  })

  it('goes when its row is deleted, and no other does', async () => {
    const [file, other] = [newFile(), newFile()]
    await Promise.all([keep(file), keep(other)])
    await deleteRow(file)
    await stores.removeObjects()
    expect(storage.listKeys()).toEqual([nameOf(other)])
  })

  it('goes with its workplace', async () => {
    const doomed = await createWorkplace(db)
    await keep(newFile(doomed))
    await admin.query('delete from stored_file where workplace_id = $1', [doomed])
    await admin.query('delete from workplace where workplace_id = $1', [doomed])
    await stores.removeObjects()
    expect(storage.listKeys()).toEqual([])
  })

  it('is removed by one of several servers, and all of a hundred are', async () => {
    const files = Array.from({ length: 100 }, () => newFile())
    await Promise.all(files.map((file) => keep(file)))
    await admin.query('delete from stored_file')
    const second = createFileStores({ ...options, s3: storage.config })
    await Promise.all([stores.removeObjects(), second.removeObjects()])
    expect([storage.listKeys(), await listRemovals()]).toEqual([[], []])
  })
})

it('a database that is away while a file is sent on is no storage that is away', async () => {
  await withStaging({ db, clock }, workplaceId, async ({ take }) => {
    const content = await take(
      (async function* () {
        for (let chunk = 0; chunk < 4; chunk++) yield Buffer.alloc(megabyte)
      })(),
    )
    await admin.query('delete from upload_piece where number > 0')
    // The storage of the tests keeps the half of an interrupted object whenever it notices, even after the test.
    const send: S3Client = async ({ body }) => {
      for await (const piece of body?.open() ?? []) piece.fill(0)
      throw new Error('Expected an interrupted content, but it is whole.')
    }
    await expect(createS3Store({ ...options, send }).put(newFile(), content)).rejects.toThrow(
      'Expected piece 1 of a file on its way, but it is gone.',
    )
  })
})

describe('the configuration', () => {
  it('is right where the storage opens its bucket', async () => {
    await stores.check()
    expect(warnings).toEqual([])
  })

  it.each([
    [{ secretKey: 'another' }, 'SignatureDoesNotMatch'],
    [{ accessKey: 'another' }, 'InvalidAccessKeyId'],
    [{ bucket: 'another' }, 'NoSuchBucket'],
  ])('with %j stops the start with one sentence', async (wrong, code) => {
    const { bucket, endpoint, ...rest } = { ...storage.config, ...wrong }
    await expect(createFileStores({ ...options, s3: { bucket, endpoint, ...rest } }).check()).rejects.toThrow(
      `Expected FILES_S3_… to open the bucket “${bucket}” at ${endpoint}, but the storage answers ${code}.`,
    )
  })

  it('of a storage that is away may be right', async () => {
    storage.way.cut()
    await stores.check()
    expect(warnings).toHaveLength(1)
  })
})
