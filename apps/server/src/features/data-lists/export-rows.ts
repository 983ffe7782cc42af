import { Readable } from 'node:stream'
import type { DataColumn, ExportFormat } from '@millrace/contract'
import { presentCell } from '@millrace/forms/data-list'
import { sql } from 'kysely'
import { dataListRecord, findDataList, type StoredDataList } from '../../operations/data-lists/data-list.ts'
import { cellsOf, type StoredRow } from '../../operations/data-lists/rows.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { FileAnswer } from '../../platform/http/route.ts'
import type { Cell } from '../../platform/list/export/cells.ts'
import { writeCsv } from '../../platform/list/export/csv.ts'
import { writeXlsx } from '../../platform/list/export/xlsx.ts'
import { runSql } from '../../platform/list/sql.ts'

/** Rows read at once: each part is a short read of its own, however slowly the file is taken. */
const partSize = 1_000

/** Exports the current version of a list as a file that can be imported again, sent while it is read. */
export async function exportRows(
  db: Database,
  request: Request,
  { id, format }: { readonly id: string; readonly format: ExportFormat },
): Promise<FileAnswer | Refusal> {
  const list = await db.read(request, (tx) => findDataList(tx, request.workplaceId, id))
  if (list === null) return noSuch(dataListRecord)
  const heads = list.columns.map(({ name }) => name)
  const parts = readParts(db, request, list)
  const fileName = `${list.key}.${format}`
  return format === 'csv'
    ? { content: Readable.from(writeCsv(heads, parts)), contentType: 'text/csv; charset=utf-8', fileName }
    : {
        content: writeXlsx(heads, parts),
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        fileName,
      }
}

async function* readParts(db: Database, request: Request, list: StoredDataList): AsyncGenerator<Cell[][]> {
  const { workplace_id, id, version, columns } = list
  for (let place = ''; ; ) {
    const rows: StoredRow[] = await db.read(request, (tx) =>
      runSql<StoredRow>(
        tx,
        sql`select id, since, place, cells from data_list_row
          where workplace_id = ${workplace_id} and data_list_id = ${id} and place > ${place}
            and since <= ${version} and (until is null or until > ${version}) order by place limit ${partSize}`,
      ),
    )
    yield rows.map((row) => cellsOf(columns, row).map((cell, index) => toCell(cell, columns[index]?.type)))
    if (rows.length < partSize) return
    place = rows.at(-1)?.place ?? ''
  }
}

/** Numbers that a spreadsheet would round are texts. */
function toCell(cell: string | null, type: DataColumn['type'] = 'text'): Cell {
  if (cell === null) return null
  if (type === 'number' && cell.replaceAll(/\D/g, '').length <= 15) return { kind: 'number', number: Number(cell) }
  return { kind: 'text', text: presentCell(cell, type) }
}
