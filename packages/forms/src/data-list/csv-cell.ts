/**
 * Cells of CSV files (RFC 4180), for every file of ours. Spreadsheets calculate what begins like a formula, and in many
 * countries they separate cells by semicolons, whatever the file has: a cell must not be able to begin another one.
 */

/** Full-width signs are calculated by spreadsheets of East Asia. */
const formulaSigns = '=+\\-@＝＋－＠'
/** Where another cell begins for a spreadsheet that separates by them. Commas are safe in quotation marks. */
const separators = ';\\t\\r\\n'

const [within, first] = [
  new RegExp(`([${separators}][ "]*)('*)(?=[${formulaSigns}])`, 'g'),
  new RegExp(`^([ "]*'*)(?=[${formulaSigns}\\t\\r\\n])`),
]
const [guardedWithin, guardedFirst] = [
  new RegExp(`([${separators}][ "]*)'('*)(?=[${formulaSigns}])`, 'g'),
  new RegExp(`^([ "]*)'('*)(?=[${formulaSigns}\\t\\r\\n])`),
]

/**
 * Writes a text as a CSV cell: with an apostrophe before text that a spreadsheet would calculate, and quoted where it
 * contains separators.
 */
export function writeCsvCell(text: string): string {
  const harmless = text.replaceAll(within, "$1'$2").replace(first, "$1'")
  return /[",;\t\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Returns the text of a CSV cell, without the apostrophe that `writeCsvCell` has added. */
export function readCsvCell(cell: string): string {
  return cell.replace(guardedFirst, '$1$2').replaceAll(guardedWithin, '$1$2')
}

/** Returns a CSV line of cells, with its line end. */
export function writeCsvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`
}
