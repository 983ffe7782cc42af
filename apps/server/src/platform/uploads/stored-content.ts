import type { Database } from '../db/database.ts'

/** A stored content that is read while it is sent, however large it is. */
export interface StoredContent {
  /** Bytes. */
  readonly size: number
  /** A tag that differs for different contents. */
  readonly tag: string
  /** Reads from one byte up to, but not including, another one. A portion is read when it is requested. */
  open(from: number, to: number): AsyncIterable<Uint8Array>
}

/**
 * The tables with contents in a column `bytes`, and the columns by which a row is found in addition to workplace and
 * id.
 */
const columnsOf = {
  stored_file: [],
  task_attachment: [],
  deployment_resource: ['deployment_id'],
  variable: ['root_id', 'revision'],
  history_variable: ['instance_id'],
} as const satisfies Record<string, readonly string[]>

type ContentTable = keyof typeof columnsOf

export interface ContentRow {
  readonly table: ContentTable
  readonly workplaceId: string
  readonly id: string
  /** Values of the other columns that find it, in their order. */
  readonly among?: readonly (string | number)[]
}

/** The number of bytes that are read at a time. */
export const portion = 1024 * 1024

/** Creates the content of a row that the user may see. */
export function createStoredContent(
  db: Database,
  { size, ...row }: ContentRow & { readonly size: number },
): StoredContent {
  const { id, among = [] } = row
  return { size, tag: [id, ...among].join(' '), open: (from, to) => readPortions(db, row, from, to) }
}

/**
 * Reads a part of a stored content in chunks.
 *
 * @param from the first byte.
 * @param to the byte after the last.
 */
export async function* readPortions(db: Database, row: ContentRow, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to; at += portion) {
    const wanted = Math.min(portion, to - at)
    const bytes = await readPortion(db, row, at, wanted)
    // Whoever reads has been told how much there is: less is no end, but a failure.
    if (bytes.length !== wanted) throw new Error(`Expected ${wanted} bytes of ${row.table} ${row.id}, but it is gone.`)
    yield bytes
  }
}

async function readPortion(
  db: Database,
  { table, workplaceId, id, among = [] }: ContentRow,
  at: number,
  length: number,
): Promise<Buffer> {
  const others = columnsOf[table].map((column, index) => ` and ${column} = $${index + 5}`).join('')
  const text = `select encode(substring(bytes from $3::int for $4::int), 'base64') from ${table} where workplace_id = $1 and id = $2${others}`
  const [rows] = await db.read({ workplaceId }, (tx) =>
    tx.batch([{ name: `${table}_portion`, text, values: [workplaceId, id, at + 1, length, ...among] }]),
  )
  return Buffer.from(rows?.[0]?.[0] ?? '', 'base64')
}
