import { findSeparator, readCsvCell, readTable, writeCsvCell, writeCsvLine } from '@millrace/forms/data-list'

/** Returns rows as CSV (RFC 4180), with the byte order mark by which spreadsheets recognise UTF-8. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => writeCsvLine(row.map(writeCsvCell))).join('')}`
}

/** Reads CSV, with comma, semicolon or tab as spreadsheets write them, by the first line. */
export function readCsv(text: string): string[][] {
  return [...readTable(text, findSeparator(text))].map(({ cells }) => cells.map(readCsvCell))
}
