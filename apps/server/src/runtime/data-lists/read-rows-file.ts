import type { DataColumn } from '@millrace/contract'
import { dataListLimits } from '@millrace/contract/limits'
import { findSeparator, readCell, readCsvCell, readTable } from '@millrace/forms/data-list'
import { decodeText } from '../../platform/spreadsheets/decode-text.ts'
import { readXlsx } from '../../platform/spreadsheets/read-xlsx.ts'
import { type SheetRow, UnreadableSheet } from '../../platform/spreadsheets/spreadsheet.ts'

export interface RowsFile {
  readonly bytes: Uint8Array
  readonly columns: readonly DataColumn[]
}

export interface FileFault {
  readonly line: number
  /** Name of the column; null: it is about the whole row. */
  readonly column: string | null
  /** The beginning of the invalid value. */
  readonly value: string
  readonly message: string
}

export type ReadRowsFile =
  | {
      readonly ok: true
      /** Rows without a fault, as JSON: a list of rows for each part, each a list of cells by slot. */
      readonly parts: readonly string[]
      /** Slots that the file has a column for. */
      readonly slots: readonly number[]
      /** Values of the key column, as JSON. */
      readonly keys: string
      readonly rows: number
      readonly faultyRows: number
      /** The first errors. */
      readonly faults: readonly FileFault[]
      readonly faultCount: number
      readonly notes: readonly string[]
    }
  | { readonly ok: false; readonly message: string }

/** Rows of one statement, and the number of reported errors. */
const partSize = 1_000
const maxFaults = 1_000

/** Reads the rows of a CSV file or a workbook, and checks each by the columns of the list; in a thread. */
export async function readRowsFile({ bytes, columns }: RowsFile): Promise<ReadRowsFile> {
  try {
    const notes: string[] = []
    const rows = isZip(bytes) ? readXlsx(bytes) : readText(bytes, notes)
    return await readRows(rows, columns, notes)
  } catch (error) {
    if (error instanceof UnreadableSheet) return { ok: false, message: error.message }
    throw error
  }
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

async function* readText(bytes: Uint8Array, notes: string[]): AsyncGenerator<SheetRow> {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw new UnreadableSheet('Expected a CSV file or an XLSX workbook, but this is an old .xls. Save it as .xlsx.')
  const { text, note } = decodeText(bytes)
  if (note !== null) notes.push(note)
  yield* readTable(text, findSeparator(text))
}

async function readRows(
  rows: AsyncIterable<SheetRow>,
  columns: readonly DataColumn[],
  notes: string[],
): Promise<ReadRowsFile> {
  let heads: (DataColumn | null)[] | null = null
  const faults: FileFault[] = []
  const lineOf = new Map<string, number>()
  const parts: string[] = []
  let part: (string | null)[][] = []
  let [count, faultyRows, faultCount] = [0, 0, 0]
  for await (const { line, cells } of rows) {
    if (heads === null) {
      heads = readHeads(cells, columns, notes)
      continue
    }
    if (++count > dataListLimits.rows)
      throw new UnreadableSheet(
        `Expected at most ${dataListLimits.rows.toLocaleString('en')} rows in the file, but it has more. Nothing was imported.`,
      )
    const before = faultCount
    const report = (fault: FileFault) => {
      faultCount++
      if (faults.length < maxFaults) faults.push(fault)
    }
    const row = readRow({ line, cells }, heads, lineOf, report)
    if (faultCount > before) faultyRows++
    else part.push(row)
    if (part.length === partSize) {
      parts.push(JSON.stringify(part))
      part = []
    }
  }
  if (heads === null) throw new UnreadableSheet('Expected names of columns in the first line, but the file is empty.')
  if (part.length > 0) parts.push(JSON.stringify(part))
  const slots = heads.flatMap((column) => column?.slot ?? [])
  const keys = JSON.stringify([...lineOf.keys()])
  return { ok: true, parts, slots, keys, rows: count, faultyRows, faults, faultCount, notes }
}

/** Returns the column of each cell, by name or key; null where the list has none. */
function readHeads(cells: readonly string[], columns: readonly DataColumn[], notes: string[]): (DataColumn | null)[] {
  const byName = new Map(columns.flatMap((column) => [column.key, column.name].map((name) => [fold(name), column])))
  const heads = cells.map((cell) => byName.get(fold(cell)) ?? null)
  const known = heads.filter((column) => column !== null)
  const twice = known.find((column, index) => known.indexOf(column) < index)
  const shown = cells.map((cell) => `“${cell.slice(0, 50)}”`).join(', ')
  if (twice !== undefined)
    throw new UnreadableSheet(
      `Expected each column once in the first line, but “${twice.name}” is in it twice. Nothing was imported.`,
    )
  const missing = columns.find((column) => column.isRequired && !known.includes(column))
  if (known.length === 0 || missing !== undefined)
    throw new UnreadableSheet(
      `Expected ${missing === undefined ? 'names of columns of the list' : `the column “${missing.name}”`} in the first line, but it has ${shown.slice(0, 300)}. Nothing was imported.`,
    )
  const unknown = cells.filter((cell, index) => heads[index] === null && cell.trim() !== '')
  if (unknown.length > 0)
    notes.push(
      `The list has no column for ${unknown
        .slice(0, 20)
        .map((cell) => `“${cell.slice(0, 50)}”`)
        .join(', ')}: passed over.`,
    )
  return heads
}

function fold(name: string): string {
  return name.trim().toLowerCase()
}

/** Reads a row into cells by slot. Reported errors exclude the row. */
function readRow(
  { line, cells }: SheetRow,
  heads: readonly (DataColumn | null)[],
  lineOf: Map<string, number>,
  report: (fault: FileFault) => void,
): (string | null)[] {
  const row: (string | null)[] = []
  for (const [index, column] of heads.entries()) {
    if (column === null) continue
    const cell = readCsvCell(cells[index] ?? '')
    const read = readCell(cell, column)
    const at = { line, column: column.name, value: cell.slice(0, 50) }
    if ('fault' in read) {
      report({ ...at, message: read.fault })
      continue
    }
    const { value } = read
    while (row.length < column.slot) row.push(null)
    row[column.slot - 1] = value
    if (!column.isKey || value === null) continue
    const other = lineOf.get(value)
    if (other !== undefined) report({ ...at, message: `Expected each value once, but line ${other} has it too.` })
    else lineOf.set(value, line)
  }
  const beyond = cells.slice(heads.length).find((cell) => cell.trim() !== '')
  if (beyond !== undefined)
    report({
      line,
      column: null,
      value: beyond.slice(0, 50),
      message: `Expected at most ${heads.length} cells, but the row has ${cells.length}. Put a cell with separators in quotation marks.`,
    })
  return row
}
