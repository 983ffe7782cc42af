import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { systemActor } from '../db/actor.ts'
import type { Database, Tx } from '../db/database.ts'
import { type Refusal, refuse } from '../errors/refusal.ts'
import { reasonOf } from '../start-failure.ts'
import { digestOf, sizeOf } from '../uploads/content.ts'
import { readAll } from '../uploads/read-all.ts'
import { readContent } from '../uploads/read-content.ts'
import { portion } from '../uploads/stored-content.ts'
import type { FileKey, FileStore } from './file-store.ts'
import { holdContent } from './held-contents.ts'
import { type S3Client, S3Failure } from './s3-client.ts'

/** Logs a warning for operators. */
export type Warn = (facts: object, message: string) => void

export interface S3StoreOptions {
  readonly db: Database
  readonly clock: () => Date
  readonly send: S3Client
  readonly warn: Warn
}

/** How long an upload may take from its first byte in the store to its row: no request lasts as long. */
const unfinishedMs = 3_600_000

/**
 * Creates the store that keeps contents as objects of an S3 bucket, under workplace and id. The removal of an object is
 * recorded before the object is sent, and cancelled in the transaction that writes its row: an interruption leaves
 * neither a lost object nor a row without an object.
 */
export function createS3Store(options: S3StoreOptions): FileStore {
  const { db, clock, send, warn } = options
  return {
    name: 's3',
    put: async (file, content) => {
      const key = keyOf(file)
      await planRemoval(db, file, new Date(clock().getTime() + unfinishedMs))
      let fault: unknown
      const body = {
        size: sizeOf(content),
        sha256: digestOf(content),
        open: async function* () {
          try {
            yield* readContent(db, file.workplaceId, content)
          } catch (error) {
            fault = error
            throw error
          }
        },
      }
      try {
        const answer = await send({ method: 'PUT', key, body })
        answer.resume()
      } catch (error) {
        // Then it is the database that is away.
        if (fault !== undefined) throw fault
        warn({ reason: reasonOf(error), key }, 'file storage: a file could not be stored')
        throw notStored()
      }
      return {
        bytes: sql<Buffer | null>`null`,
        confirm: async (tx) => {
          if (!(await takeBackRemoval(tx, key))) throw notStored()
        },
        hold: async (tx) => {
          if (!(await holdContent(tx, key))) throw notStored()
        },
      }
    },
    async *read(file, from, to) {
      const key = keyOf(file)
      // A portion is asked for when the one before is taken: whoever takes his time keeps no connection waiting.
      for (let at = from; at < to; at += portion) {
        const wanted = Math.min(portion, to - at)
        const bytes = await readPortion(options, key, { from: at, to: at + wanted })
        // Whoever reads has been told how much there is: less is no end, but a failure.
        if (bytes.length !== wanted) throw new Error(`Expected ${wanted} bytes of the object ${key}, but it has fewer.`)
        yield bytes
      }
    },
  }
}

async function readPortion({ send, warn }: S3StoreOptions, key: string, range: { from: number; to: number }) {
  try {
    return await readAll(await send({ method: 'GET', key, range }))
  } catch (error) {
    warn({ reason: reasonOf(error), key }, 'file storage: a file could not be read')
    // That it is not there is no matter of trying again.
    if (error instanceof S3Failure && error.code === 'NoSuchKey')
      throw new Error(`Expected the object ${key} in the file storage, but it is gone.`, { cause: error })
    throw notRead()
  }
}

/** Creates the store for files whose storage is not configured on this server: every access fails with a warning. */
export function createAwayStore(warn: Warn): FileStore {
  const away = 'Expected FILES_S3_ENDPOINT to be set, because files are kept there, but it is not.'
  return {
    name: 's3',
    put: async () => {
      throw new Error(away)
    },
    // biome-ignore lint/correctness/useYield: a store that is away gives nothing.
    async *read(file) {
      warn({ reason: away, key: keyOf(file) }, 'file storage: a file could not be read')
      throw notRead()
    },
  }
}

/** Creates a function that puts restored contents into the bucket; their rows are restored with the database. */
export function createObjectKeeper(send: S3Client): (file: FileKey, bytes: Buffer) => Promise<void> {
  return async (file, bytes) => {
    const sha256 = createHash('sha256').update(bytes).digest()
    const open = async function* () {
      yield bytes
    }
    const answer = await send({ method: 'PUT', key: keyOf(file), body: { size: bytes.length, sha256, open } })
    answer.resume()
  }
}

export function keyOf({ workplaceId, id }: FileKey): string {
  return `${workplaceId}/${id}`
}

async function planRemoval(db: Database, file: FileKey, dueAt: Date): Promise<void> {
  const text =
    'insert into object_removal (object_key, due_at) values ($1, $2) on conflict (object_key) do update set due_at = excluded.due_at where not object_removal.is_claimed'
  await db.withTransaction(systemActor(file.workplaceId, 'upload'), (tx) =>
    tx.commit([{ name: 'object_removal_plan', text, values: [keyOf(file), dueAt.toISOString()] }]),
  )
}

/** @returns whether nobody had started. */
async function takeBackRemoval(tx: Tx, key: string): Promise<boolean> {
  const text = 'delete from object_removal where object_key = $1 and not is_claimed returning object_key'
  const [rows] = await tx.batch([{ name: 'object_removal_take_back', text, values: [key] }])
  return rows?.length === 1
}

function notStored(): Refusal {
  return refuse(
    'file.store-away',
    'The file was not saved because the file storage does not answer correctly. Try again later.',
  )
}

function notRead(): Refusal {
  return refuse(
    'file.store-away',
    'The file cannot be read at the moment because the file storage does not answer correctly. The file is not lost. Try again later.',
  )
}
