import { scanXml } from '@millrace/xml'
import { type SheetRow, UnreadableSheet } from './spreadsheet.ts'
import { readParts } from './xlsx-parts.ts'

/** Columns beyond these are skipped. */
const maxColumns = 200

/**
 * Yields the rows of the first sheet of a workbook (ECMA-376), each cell as text: days as `YYYY-MM-DD`, numbers as
 * digits, formulas as the results that were saved with the workbook. Nothing is calculated, and nothing outside of the
 * file is read.
 *
 * @throws UnreadableSheet
 */
export async function* readXlsx(bytes: Uint8Array): AsyncGenerator<SheetRow> {
  const { sheet, texts, styles, isSince1904 } = await readParts(bytes)
  yield* readSheet(sheet, {
    texts: texts === null ? [] : readTexts(texts),
    dates: styles === null ? new Set() : readDateStyles(styles),
    isSince1904,
  })
}

interface Book {
  /** Shared texts, by their number. */
  readonly texts: readonly string[]
  /** Styles that show a number as a day or a time. */
  readonly dates: ReadonlySet<number>
  readonly isSince1904: boolean
}

function readSheet(xml: string, book: Book): SheetRow[] {
  const rows: SheetRow[] = []
  let cells: string[] = []
  let line = 0
  let at = 0
  let cell = { type: 'n', style: 0 }
  let text = ''
  let depthOfText = 0
  const open: string[] = []
  scan(xml, {
    open: ({ name, attributes }) => {
      open.push(name)
      const attribute = (local: string) => attributes.find((one) => one.local === local)?.value
      if (name === 'row') {
        line = Number(attribute('r') ?? line + 1)
        cells = []
        at = 0
      } else if (name === 'c') {
        at = columnOf(attribute('r')) ?? at
        cell = { type: attribute('t') ?? 'n', style: Number(attribute('s') ?? 0) }
        text = ''
      } else if (name === 'v' || name === 't') depthOfText++
    },
    text: (piece) => {
      if (depthOfText > 0) text += piece
    },
    close: () => {
      const name = open.pop()
      if (name === 'v' || name === 't') depthOfText--
      else if (name === 'c') {
        if (at < maxColumns && text !== '') {
          while (cells.length < at) cells.push('')
          cells[at] = presentValue(text, cell, book)
        }
        at++
      } else if (name === 'row' && cells.some((one) => one !== '')) rows.push({ line, cells })
    },
  })
  return rows
}

function presentValue(
  text: string,
  { type, style }: { readonly type: string; readonly style: number },
  { texts, dates, isSince1904 }: Book,
): string {
  if (type === 's') return texts[Number(text)] ?? ''
  if (type === 'b') return text === '1' ? 'true' : 'false'
  if (type !== 'n') return text
  const number = Number(text)
  if (!Number.isFinite(number)) return text
  if (dates.has(style)) return presentDay(number + (isSince1904 ? 1462 : 0))
  // As spreadsheets show it: what is beyond fifteen digits is noise of their arithmetic.
  const rounded = Number(number.toPrecision(15))
  return Number.isInteger(rounded) && !Number.isSafeInteger(rounded) ? text : plain.format(rounded)
}

const plain = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 })

/** Days since the last one of 1899, with the time of the day where there is one. */
function presentDay(serial: number): string {
  const ms = Math.round((serial - 25_569) * 86_400) * 1000
  if (!Number.isFinite(ms) || Math.abs(ms) > 8e15) return String(serial)
  const [day = '', time = ''] = new Date(ms).toISOString().slice(0, 19).split('T')
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** `BC12` → 54. Null without a reference: the cell is the next one. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function readTexts(xml: string): string[] {
  const texts: string[] = []
  const open: string[] = []
  scan(xml, {
    open: ({ name }) => {
      open.push(name)
      if (name === 'si') texts.push('')
    },
    text: (piece) => {
      // Phonetic guides are no part of the text.
      if (open.at(-1) === 't' && !open.includes('rPh')) texts.push((texts.pop() ?? '') + piece)
    },
    close: () => {
      open.pop()
    },
  })
  return texts
}

function readDateStyles(xml: string): Set<number> {
  const custom = new Map<number, string>()
  const found = new Set<number>()
  const open: string[] = []
  let style = 0
  scan(xml, {
    open: ({ name, attributes }) => {
      const attribute = (local: string) => attributes.find((one) => one.local === local)?.value
      if (name === 'numFmt') custom.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '')
      else if (name === 'xf' && open.at(-1) === 'cellXfs') {
        const format = Number(attribute('numFmtId') ?? 0)
        const code = custom.get(format)
        if (code === undefined ? isDateFormat(format) : showsDate(code)) found.add(style)
        style++
      }
      open.push(name)
    },
    text: () => {},
    close: () => {
      open.pop()
    },
  })
  return found
}

/** Returns whether a format of the standard shows days, or days and times. */
function isDateFormat(format: number): boolean {
  return (
    (format >= 14 && format <= 17) || format === 22 || (format >= 27 && format <= 36) || (format >= 50 && format <= 58)
  )
}

function showsDate(code: string): boolean {
  return /[dy]/i.test(code.replaceAll(/"[^"]*"?|\[[^\]]*\]?|\\./g, ''))
}

const sheetLimits = { maxLength: 64_000_000, maxDepth: 64, maxElements: 8_000_000, maxAttributes: 1_000 }

function scan(xml: string, handlers: Parameters<typeof scanXml>[1]): void {
  const fault = scanXml(xml, handlers, { limits: sheetLimits })
  if (fault !== null)
    throw new UnreadableSheet('Expected a valid workbook, but a part of it cannot be read. Save it again, or as CSV.')
}
