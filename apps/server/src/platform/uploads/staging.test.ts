import { createHash } from 'node:crypto'
import { createFakeClock, createTestDatabase } from '@millrace/server/testing'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { kysely } from '../db/kysely.ts'
import { bytesOf } from './bytes-of.ts'
import { type Content, isStaged } from './content.ts'
import { clearLeftUploads, openStaging, withStaging } from './staging.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const clock = createFakeClock()
const context = { db, clock }
const place = { workplaceId }

const kilobyte = 1024
const megabyte = 1024 * kilobyte
/** As a connection brings them. */
const chunkSize = 64 * kilobyte

async function* fileOf(bytes: number, onChunk: () => void = () => {}, first = 0): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; at += chunkSize) {
    onChunk()
    yield Buffer.alloc(Math.min(chunkSize, bytes - at), (first + at / chunkSize) % 251)
  }
}

async function digestOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

const countPieces = async () => (await admin.query('select from upload_piece')).rowCount

/** What a statement that keeps the content would write. */
async function read(content: Content): Promise<{ readonly size: number; readonly digest: string }> {
  const query = sql<{ bytes: Buffer }>`select ${bytesOf(content, workplaceId)} as bytes`
  const [row] = await db.read(place, (tx) => tx.query<{ bytes: Buffer }>({ compile: () => query.compile(kysely) }))
  if (row === undefined) throw new Error('Expected a row.')
  return { size: row.bytes.length, digest: createHash('sha256').update(row.bytes).digest('hex') }
}

describe('a file that comes', () => {
  it('is held while it is short, and costs no round trip', async () => {
    await withStaging(context, workplaceId, async ({ take }) => {
      const content = await take(fileOf(500 * kilobyte))
      expect(isStaged(content)).toBe(false)
      expect(await read(content)).toEqual({ size: 512_000, digest: await digestOf(fileOf(500 * kilobyte)) })
      expect(await countPieces()).toBe(0)
    })
  })

  it('waits in pieces of half a megabyte when it is long, and is put together by the caller that keeps it', async () => {
    await withStaging(context, workplaceId, async ({ take }) => {
      const content = await take(fileOf(3 * megabyte + 5))
      const digest = await digestOf(fileOf(3 * megabyte + 5))
      expect(content).toMatchObject({ size: 3_145_733, sha256: Buffer.from(digest, 'hex') })
      expect(isStaged(content) && content.head.length).toBe(8192)
      expect(await countPieces()).toBe(7)
      expect(await read(content)).toEqual({ size: 3_145_733, digest })
    })
    expect(await countPieces()).toBe(0)
  })

  it('is taken no faster than it is written: twenty at once hold a piece each', async () => {
    let [inHand, most, written] = [0, 0, 0]
    const counted: typeof db = {
      ...db,
      withTransaction: async (actor, work) => {
        const done = await db.withTransaction(actor, work)
        inHand -= 8
        written++
        return done
      },
    }
    await withStaging({ db: counted, clock }, workplaceId, async ({ take }) => {
      const onChunk = () => {
        inHand++
        most = Math.max(most, inHand)
      }
      const contents = await Promise.all(Array.from({ length: 20 }, (_, n) => take(fileOf(2 * megabyte, onChunk, n))))
      expect(new Set(contents.map((content) => isStaged(content) && content.size))).toEqual(new Set([2_097_152]))
      expect(written).toBe(80)
      // Of 40 MB at most 10, in chunks of 64 kB.
      expect(most).toBeLessThanOrEqual(20 * 8)
      // One after the other: twenty at once would wait for connections, for as long as the machine takes.
      const digests: string[] = []
      for (const content of contents) digests.push((await read(content)).digest)
      expect(digests).toEqual(await Promise.all(contents.map((_, n) => digestOf(fileOf(2 * megabyte, undefined, n)))))
    })
  })

  it('that is interrupted leaves nothing behind', async () => {
    async function* broken() {
      yield* fileOf(2 * megabyte)
      throw new Error('cut')
    }
    const taken = withStaging(context, workplaceId, ({ take }) => take(broken()))
    await expect(taken).rejects.toThrow('cut')
    expect(await countPieces()).toBe(0)
  })

  it('goes within the hour when nobody was there to let go of it', async () => {
    await openStaging(context, workplaceId).take(fileOf(megabyte))
    clock.advance({ minutes: 59 })
    await clearLeftUploads(db, clock())
    expect(await countPieces()).toBe(2)
    clock.advance({ minutes: 2 })
    await clearLeftUploads(db, clock())
    expect(await countPieces()).toBe(0)
  })

  it('is seen by nobody of another workplace', async () => {
    await withStaging(context, workplaceId, async ({ take }) => {
      const content = await take(fileOf(megabyte))
      const other = { workplaceId: '00000000-0000-7000-8000-0000000000ff' }
      const query = sql`select ${bytesOf(content, workplaceId)} as bytes`
      expect(await db.read(other, (tx) => tx.query({ compile: () => query.compile(kysely) }))).toEqual([
        { bytes: null },
      ])
    })
  })
})
