import { writeCsvCell } from '@millrace/forms/data-list'
import { BinaryAnswer, type Call } from './call.ts'

export interface CsvReport {
  readonly fileName: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly (string | number | null)[])[]
}

const csvTypes = ['text/csv', 'application/csv'] as const

/**
 * Returns a report as a CSV file in Camunda 7's format, with `null` for a missing value; null when the client asks for
 * JSON. Cells that a spreadsheet would calculate are written as text.
 */
export function csvAnswer({ accept }: Pick<Call, 'accept'>, { fileName, heads, rows }: CsvReport): BinaryAnswer | null {
  const asked = accept.split(',').map((type) => type.split(';')[0]?.trim().toLowerCase())
  const type = csvTypes.find((one) => asked.includes(one))
  if (type === undefined || asked.includes('application/json')) return null
  const lines = rows.map((cells) => cells.map((cell) => writeCsvCell(String(cell))).join(','))
  return new BinaryAnswer(Buffer.from([heads.join(','), ...lines].join('\n')), `${type}; charset=utf-8`, fileName)
}
