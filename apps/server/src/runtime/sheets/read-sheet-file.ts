import { findSeparator, readCsvCell, readTable } from '@millrace/forms/data-list'
import { decodeText } from '../../platform/spreadsheets/decode-text.ts'
import { readXlsx } from '../../platform/spreadsheets/read-xlsx.ts'
import { type SheetRow, UnreadableSheet } from '../../platform/spreadsheets/spreadsheet.ts'

export interface SheetFile {
  readonly bytes: Uint8Array
  readonly maxRows: number
}

export type ReadSheetFile =
  | {
      readonly ok: true
      /** The cells of the first line. */
      readonly heads: readonly string[]
      /** Rows below the first line as JSON, a list of `SheetRow` for each part: text is copied between threads at once. */
      readonly parts: readonly string[]
      readonly rows: number
      /** The guesses about the file, each as a sentence. */
      readonly notes: readonly string[]
    }
  | { readonly ok: false; readonly message: string }

/** Rows of one part. */
const partSize = 500
const maxColumns = 200
/** Characters of a cell; what is longer is cut, and too long for any field. */
const maxLength = 2_000

/**
 * Reads the rows of a CSV file or of the first sheet of a workbook as text; in a thread. Encoding and separator of a CSV
 * file are recognised.
 */
export async function readSheetFile({ bytes, maxRows }: SheetFile): Promise<ReadSheetFile> {
  try {
    const notes: string[] = []
    return await readRows(isZip(bytes) ? readXlsx(bytes) : readText(bytes, notes), maxRows, notes)
  } catch (error) {
    if (error instanceof UnreadableSheet) return { ok: false, message: error.message }
    throw error
  }
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

/** Without half a character at the end, or from the file, which PostgreSQL's JSON refuses. */
function cutCell(cell: string): string {
  return cell
    .slice(0, maxLength + 1)
    .toWellFormed()
    .trim()
}

async function* readText(bytes: Uint8Array, notes: string[]): AsyncGenerator<SheetRow> {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw new UnreadableSheet('Expected a CSV file or an XLSX workbook, but this is an old .xls. Save it as .xlsx.')
  const { text, note } = decodeText(bytes)
  if (note !== null) notes.push(note)
  for (const { line, cells } of readTable(text, findSeparator(text))) yield { line, cells: cells.map(readCsvCell) }
}

async function readRows(rows: AsyncIterable<SheetRow>, maxRows: number, notes: string[]): Promise<ReadSheetFile> {
  let heads: string[] | null = null
  const parts: string[] = []
  let part: SheetRow[] = []
  let count = 0
  for await (const { line, cells } of rows) {
    const row = cells.slice(0, maxColumns).map(cutCell)
    if (row.every((cell) => cell === '')) continue
    if (heads === null) {
      heads = row
      continue
    }
    if (++count > maxRows)
      throw new UnreadableSheet(
        `Expected at most ${maxRows.toLocaleString('en')} rows in the file, but it has more. Nothing was imported.`,
      )
    part.push({ line, cells: row })
    if (part.length < partSize) continue
    parts.push(JSON.stringify(part))
    part = []
  }
  if (heads === null) throw new UnreadableSheet('Expected names of columns in the first line, but the file is empty.')
  if (part.length > 0) parts.push(JSON.stringify(part))
  return { ok: true, heads, parts, rows: count, notes }
}
