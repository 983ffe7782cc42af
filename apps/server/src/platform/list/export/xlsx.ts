import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Cell } from './cells.ts'

/**
 * Returns a workbook with one sheet (ECMA-376), written while its rows are read. Texts are never formulas; times and
 * days are date cells, shown as DD/MM/YYYY hh:mm:ss and DD/MM/YYYY.
 */
export function writeXlsx(heads: readonly string[], rows: AsyncIterable<readonly Cell[][]>): Readable {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(fixedParts)) zip.addBuffer(Buffer.from(`${declaration}${content}`), path)
  const output = zip.outputStream as Readable
  const sheet = Readable.from(writeSheet(heads, rows), { objectMode: false })
  // What stops the rows from being read stops the file: half a one must not look like a whole one.
  sheet.on('error', (error) => output.destroy(error))
  // And nobody reads rows for a file that is no longer wanted.
  output.on('close', () => sheet.destroy())
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  zip.end()
  return output
}

async function* writeSheet(heads: readonly string[], rows: AsyncIterable<readonly Cell[][]>): AsyncGenerator<string> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${heads.length}" width="22" customWidth="1"/></cols><sheetData>`
  yield `<row>${heads.map((head) => textCell(head, styles.head)).join('')}</row>`
  for await (const page of rows) yield page.map((cells) => `<row>${cells.map(toXml).join('')}</row>`).join('')
  yield '</sheetData></worksheet>'
}

function toXml(cell: Cell): string {
  if (cell === null) return '<c/>'
  if (cell.kind === 'number') return `<c><v>${cell.number}</v></c>`
  if (cell.kind === 'instant') return `<c s="${styles.time}"><v>${toSerial(cell.localTime)}</v></c>`
  if (cell.kind === 'day') return `<c s="${styles.day}"><v>${toSerial(Date.parse(cell.day))}</v></c>`
  return textCell(cell.text)
}

function textCell(text: string, style?: number): string {
  const its = style === undefined ? '' : ` s="${style}"`
  return `<c${its} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, longestText))}</t></is></c>`
}

/** Characters that a cell can hold. */
const longestText = 32_767

/** Days since the last one of 1899. */
function toSerial(localTime: number): number {
  return localTime / 86_400_000 + 25_569
}

function escapeXml(text: string): string {
  return (
    text
      // Half characters and what XML 1.0 has no place for.
      .toWellFormed()
      .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  )
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** Places in `cellXfs` of the styles. */
const styles = { head: 1, time: 2, day: 3 } as const

const officeDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const package_ = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const fixedParts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${package_}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheet}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${package_}/relationships"><Relationship Id="rId1" Type="${officeDocument}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${officeDocument}"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${package_}/relationships"><Relationship Id="rId1" Type="${officeDocument}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeDocument}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}
