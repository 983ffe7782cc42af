import { writeCsvCell, writeCsvLine } from '@millrace/forms/data-list'
import type { Cell } from './cells.ts'

/**
 * Yields the lines of a CSV file (RFC 4180, UTF-8 with its mark, for Excel), in pieces. A text that a spreadsheet would
 * take for a formula gets an apostrophe before it, so that opening the file carries nothing out.
 */
export async function* writeCsv(
  heads: readonly string[],
  rows: AsyncIterable<readonly Cell[][]>,
): AsyncGenerator<string> {
  yield `\uFEFF${writeCsvLine(heads.map(writeCsvCell))}`
  for await (const page of rows) yield page.map((cells) => writeCsvLine(cells.map(presentCell))).join('')
}

function presentCell(cell: Cell): string {
  if (cell === null) return ''
  if (cell.kind === 'number') return String(cell.number)
  if (cell.kind === 'day') return cell.day.split('-').reverse().join('/')
  return cell.kind === 'instant' ? presentTime(cell.localTime) : writeCsvCell(cell.text)
}

/** `21/11/2026 16:00:00`, as dates are shown everywhere. */
function presentTime(localTime: number): string {
  const [date = '', time = ''] = new Date(localTime).toISOString().slice(0, 19).split('T')
  return `${date.split('-').reverse().join('/')} ${time}`
}
