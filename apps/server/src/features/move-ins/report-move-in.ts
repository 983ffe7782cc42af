import { Readable } from 'node:stream'
import type { Omission, StoredReport } from '../../operations/move-in/report.ts'
import { noSuchMoveIn, refuseMoveIn } from '../../operations/move-ins/policy.ts'
import { findMoveIn } from '../../operations/move-ins/stored-move-in.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { FileAnswer } from '../../platform/http/route.ts'
import type { Cell } from '../../platform/list/export/cells.ts'
import { writeCsv } from '../../platform/list/export/csv.ts'

const heads = ['Line', 'Table', 'Definition', 'Source', 'Moved', 'Earlier', 'Left out', 'Code', 'Id', 'Message']

/** The report of a move, as a CSV file in which no cell is a formula. Refuses with `thing.not-found`. */
export async function reportMoveIn(db: Database, request: Request, id: string): Promise<FileAnswer | Refusal> {
  const refusal = refuseMoveIn(request.user)
  if (refusal !== null) return refusal
  const found = await db.read(request, (tx) => findMoveIn(tx, request.workplaceId, id))
  if (found === null) return noSuchMoveIn()
  return {
    content: Readable.from(writeCsv(heads, listParts(found.report))),
    contentType: 'text/csv; charset=utf-8',
    fileName: 'move-in.csv',
  }
}

async function* listParts(report: StoredReport | null): AsyncGenerator<Cell[][]> {
  if (report === null) return
  yield report.lines.map(({ table, definition, source, moved, earlier, left }) => [
    ...['count', table, definition ?? ''].map(toText),
    ...[source, moved, earlier, left].map((number): Cell => ({ kind: 'number', number })),
    ...['', '', ''].map(toText),
  ])
  yield report.omissions.map((reason) => rowOf('left out', reason))
  yield report.notes.map((reason) => rowOf('note', reason))
}

function rowOf(line: string, { code, table, id, message }: Omission): Cell[] {
  return [line, table, '', '', '', '', '', code, id, message].map(toText)
}

const toText = (text: string): Cell => ({ kind: 'text', text })
