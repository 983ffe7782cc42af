/** Writes rows as a CSV file with every cell in quotation marks, as the import of a data list reads it. */
export function rowsAsCsv(columns: readonly string[], rows: readonly (readonly (string | null)[])[]): Uint8Array {
  const line = (cells: readonly (string | null)[]) =>
    columns.map((_, at) => `"${(cells[at] ?? '').replaceAll('"', '""')}"`).join(',')
  return Buffer.from([line(columns), ...rows.map(line)].join('\r\n'))
}
