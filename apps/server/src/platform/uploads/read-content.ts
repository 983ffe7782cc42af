import type { Database } from '../db/database.ts'
import { type Content, isStaged } from './content.ts'

/** Reads the content of an uploaded file in chunks, however large it is. */
export async function* readContent(db: Database, workplaceId: string, content: Content): AsyncGenerator<Uint8Array> {
  if (!isStaged(content)) return yield content
  for (let number = 0, left = content.size; left > 0; number++) {
    const piece = await readPiece(db, workplaceId, content.stagedId, number)
    left -= piece.length
    yield piece
  }
}

async function readPiece(db: Database, workplaceId: string, stagedId: string, number: number): Promise<Buffer> {
  const text = `select encode(bytes, 'base64') from upload_piece where workplace_id = $1 and upload_id = $2 and number = $3`
  const [rows] = await db.read({ workplaceId }, (tx) =>
    tx.batch([{ name: 'upload_piece_read', text, values: [workplaceId, stagedId, number] }]),
  )
  const base64 = rows?.[0]?.[0]
  if (base64 == null) throw new Error(`Expected piece ${number} of a file on its way, but it is gone.`)
  return Buffer.from(base64, 'base64')
}
