import { Readable } from 'node:stream'
import { noSuchChange, refuseUserChange } from '../../operations/user-changes/policy.ts'
import { findChange, type StoredChange } from '../../operations/user-changes/user-change.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { FileAnswer } from '../../platform/http/route.ts'
import type { Cell } from '../../platform/list/export/cells.ts'
import { writeCsv } from '../../platform/list/export/csv.ts'
import { readResults } from './get-user-change.ts'

const heads = ['User', 'Name', 'Result', 'Added', 'Removed', 'Reason']
/** Rows read at once. */
const partSize = 1_000

/** Returns the result for each user as a CSV file in which no cell is a formula. Refuses with `thing.not-found`. */
export async function reportUserChange(db: Database, request: Request, id: string): Promise<FileAnswer | Refusal> {
  const refusal = refuseUserChange(request.user)
  if (refusal !== null) return refusal
  const found = await db.read(request, (tx) => findChange(tx, request.user, id))
  if (found === null) return noSuchChange()
  return {
    content: Readable.from(writeCsv(heads, readParts(db, request, found))),
    contentType: 'text/csv; charset=utf-8',
    fileName: 'user-change.csv',
  }
}

async function* readParts(db: Database, request: Request, found: StoredChange): AsyncGenerator<Cell[][]> {
  for (let after = 0; ; ) {
    const rows = await db.read(request, (tx) => readResults(tx, found, { after, size: partSize }))
    yield rows.map(({ username, name, result, added, removed, message }): Cell[] =>
      [username, name, result, added.join('; '), removed.join('; '), message ?? ''].map((text) => ({
        kind: 'text',
        text,
      })),
    )
    if (rows.length < partSize) return
    after = rows.at(-1)?.position ?? 0
  }
}
