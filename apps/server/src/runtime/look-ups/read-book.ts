import { readXlsx } from '../../platform/spreadsheets/read-xlsx.ts'
import { UnreadableSheet } from '../../platform/spreadsheets/spreadsheet.ts'

export interface BookFile {
  readonly bytes: Uint8Array
  readonly maxRows: number
}

/** Rows of cells; or the reason why the file is not a workbook. */
export type ReadBook =
  | { readonly ok: true; readonly rows: readonly (readonly string[])[] }
  | { readonly ok: false; readonly message: string }

/** Reads the first rows of the first sheet of a workbook; in a thread. */
export async function readBook({ bytes, maxRows }: BookFile): Promise<ReadBook> {
  try {
    const rows: (readonly string[])[] = []
    for await (const { cells } of readXlsx(bytes)) {
      rows.push(cells)
      if (rows.length === maxRows) break
    }
    return { ok: true, rows }
  } catch (error) {
    if (error instanceof UnreadableSheet) return { ok: false, message: error.message }
    throw error
  }
}
