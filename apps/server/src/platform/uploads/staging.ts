import { createHash, randomUUID } from 'node:crypto'
import { systemActor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { createTurns } from '../turns.ts'
import type { Content } from './content.ts'

/** The storage for the files of one request: the server keeps one chunk of each in memory. */
export interface Staging {
  /**
   * Stores a file while it arrives. A file shorter than a piece stays in memory; a longer one is stored in the
   * database.
   *
   * @throws the error with which the upload stops.
   */
  take(chunks: AsyncIterable<Uint8Array>): Promise<Content>
  /** Deletes the stored pieces, when the request has ended and the file is stored elsewhere. */
  clear(): Promise<void>
}

export interface StagingContext {
  readonly db: Database
  readonly clock: () => Date
}

/** Bytes. */
const pieceSize = 512 * 1024
const headSize = 8192

/**
 * Opens the staging storage for the files of one request. Data that cannot be deleted afterwards is deleted by
 * `clearLeftUploads`.
 */
export async function withStaging<T>(
  context: StagingContext,
  workplaceId: string,
  work: (staging: Staging) => Promise<T>,
): Promise<T> {
  const staging = openStaging(context, workplaceId)
  try {
    return await work(staging)
  } finally {
    await staging.clear().catch(() => {})
  }
}

export function openStaging({ db, clock }: StagingContext, workplaceId: string): Staging {
  const actor = systemActor(workplaceId, 'upload')
  const started: string[] = []

  const begin = () => {
    const id = randomUUID()
    started.push(id)
    return id
  }

  const write = async (id: string, number: number, bytes: Uint8Array) => {
    const values = [workplaceId, id, number, bytes, clock().toISOString()]
    const text =
      'insert into upload_piece (workplace_id, upload_id, number, bytes, at) values ($1, $2, $3, $4::bytea, $5)'
    await inTurn(workplaceId, () =>
      db.withTransaction(actor, (tx) => tx.commit([{ name: 'upload_piece_insert', text, values }])),
    )
  }

  return {
    take: async (chunks) => {
      const hash = createHash('sha256')
      const gathered = createGathered()
      let staged: { readonly id: string; readonly head: Uint8Array } | null = null
      let [size, pieces] = [0, 0]
      for await (const chunk of chunks) {
        size += chunk.length
        hash.update(chunk)
        gathered.add(chunk)
        if (gathered.size < pieceSize) continue
        const piece = gathered.take()
        staged ??= { id: begin(), head: Uint8Array.from(piece.subarray(0, headSize)) }
        await write(staged.id, pieces++, piece)
      }
      const rest = gathered.take()
      if (staged === null) return rest
      if (rest.length > 0) await write(staged.id, pieces, rest)
      return { stagedId: staged.id, size, sha256: hash.digest(), head: staged.head }
    },
    clear: async () => {
      const ids = started.splice(0)
      if (ids.length === 0) return
      const text = 'delete from upload_piece where workplace_id = $1 and upload_id = any($2::uuid[])'
      await db.withTransaction(actor, (tx) =>
        tx.commit([{ name: 'upload_piece_clear', text, values: [workplaceId, ids] }]),
      )
    },
  }
}

/** Pieces that are written at once, of all requests: more would keep PostgreSQL from what others ask it. */
const width = 2
let writing = 0
const turns = createTurns<() => void>()

/** Writes a piece as soon as it is its turn; workplaces take turns. */
async function inTurn(workplaceId: string, write: () => Promise<unknown>): Promise<void> {
  if (writing < width) writing++
  else await new Promise<void>((goOn) => turns.add(workplaceId, goOn))
  try {
    await write()
  } finally {
    const next = turns.take(() => true)
    if (next === undefined) writing--
    else next()
  }
}

function createGathered() {
  let chunks: Uint8Array[] = []
  let size = 0
  return {
    get size() {
      return size
    },
    add: (chunk: Uint8Array) => {
      chunks.push(chunk)
      size += chunk.length
    },
    take: (): Buffer => {
      const all = Buffer.concat(chunks, size)
      chunks = []
      size = 0
      return all
    },
  }
}

const keptMs = 3_600_000

/** Deletes chunks of requests that ended without cleaning up, such as when the server crashed. */
export async function clearLeftUploads(db: Database, now: Date): Promise<void> {
  const text = 'delete from upload_piece where at < $1'
  const values = [new Date(now.getTime() - keptMs).toISOString()]
  await db.withPlatformTransaction('maintenance', (tx) => tx.commit([{ name: 'upload_piece_sweep', text, values }]))
}
