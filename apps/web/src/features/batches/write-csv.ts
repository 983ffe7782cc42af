/** Rows as CSV. What a spreadsheet would take for a formula begins with an apostrophe. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('')
}

function writeCell(text: string): string {
  const harmless = '=+-@\t\r'.includes(text.charAt(0)) && text !== '' ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
