import { externalLimits, type FileAdapter } from '@millrace/contract'
import type { Cell } from '../../platform/list/export/cells.ts'
import { writeXlsx } from '../../platform/list/export/xlsx.ts'
import type { FileParts } from '../../platform/outgoing/open-folder.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { encodeText, markOf } from './encode-text.ts'
import { columnSpan } from './fixed-width.ts'
import { getParameter, type Parameters } from './parameters.ts'
import { csvDelimiterOf, csvQuoteOf } from './read-csv.ts'
import { readXmlValue, writeXmlValue } from './xml-values.ts'

/** The name of the adapter parameter that contains the content of a written file. */
export const contentParameter = 'content'

/**
 * Yields the content of a file in its format.
 *
 * @param options.isStarted whether the content is appended to a file that has content already.
 * @throws OutgoingFailure when the content does not fit the format.
 */
export async function* writeContent(
  settings: FileAdapter,
  parameters: Parameters,
  { isStarted }: { readonly isStarted: boolean },
): FileParts {
  const given = getParameter(parameters, contentParameter)
  if (settings.format === 'binary') {
    yield readBase64(given)
    return
  }
  if (settings.format === 'xlsx') {
    const { heads, rows } = readTable(settings, given)
    const cells = rows.map((row) => row.map(toCell))
    yield* writeXlsx(heads, inPages(cells)) as AsyncIterable<Uint8Array>
    return
  }
  if (!isStarted) yield encodeText(markOf(settings.encoding), settings.encoding)
  for (const text of writeText(settings, given, isStarted)) yield encodeText(text, settings.encoding)
}

function* writeText(settings: FileAdapter, given: string, isStarted: boolean): Generator<string> {
  switch (settings.format) {
    case 'text':
      yield given
      return
    case 'json':
      yield `${JSON.stringify(parseValue(given, 'a value'), null, 2)}\n`
      return
    case 'xml':
      yield writeXml(given, settings)
      return
    case 'csv': {
      const { heads, rows } = readTable(settings, given)
      if (settings.heading && !isStarted) yield csvLine(heads, settings)
      for (const row of rows) yield csvLine(row, settings)
      return
    }
    case 'fixed': {
      const spans = settings.columns.map(({ path }) => columnSpan(path))
      for (const row of readTable(settings, given).rows) yield fixedLine(row, spans)
      return
    }
    default:
      throw new Error(`Expected a format of texts, but it is ${settings.format}.`)
  }
}

/** Either XML as a text, or an object. */
function writeXml(given: string, { encoding }: FileAdapter): string {
  if (encoding !== 'utf-8') throw refused('Expected the encoding UTF-8 for XML, but it is another. Choose UTF-8.')
  if (!given.trimStart().startsWith('<')) return writeXmlValue(parseValue(given, 'an object or XML'))
  readXmlValue(given)
  return given
}

interface Table {
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Reads a list of objects, or of lists of cells. Columns are those of the adapter, else those of the first object. */
function readTable({ columns, format }: FileAdapter, given: string): Table {
  const list = parseValue(given, 'a list of rows')
  if (!Array.isArray(list)) throw refused('Expected a list of rows as the content, but it is something else.')
  const [first] = list
  const keys =
    columns.length > 0
      ? columns.map(({ key }) => key)
      : Array.isArray(first)
        ? first.map((_, at) => `column${at + 1}`)
        : isObject(first)
          ? Object.keys(first)
          : ['value']
  if (keys.length > externalLimits.cells) throw refused(`Expected at most ${externalLimits.cells} columns.`)
  const heads = columns.length > 0 && format !== 'fixed' ? columns.map(({ path }) => path) : keys
  return {
    heads,
    rows: list.map((row) => {
      if (Array.isArray(row)) return keys.map((_, at) => cellText(row[at]))
      if (isObject(row)) return keys.map((key) => cellText(Object.hasOwn(row, key) ? row[key] : null))
      return [cellText(row)]
    }),
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function csvLine(cells: readonly string[], { delimiter, quote }: FileAdapter): string {
  const [between, mark] = [csvDelimiterOf(delimiter), csvQuoteOf(quote)]
  const written = cells.map((cell) => {
    const isSpecial = cell.includes(between) || /[\r\n]/.test(cell) || (mark !== '' && cell.includes(mark))
    if (!isSpecial) return cell
    if (mark === '')
      throw refused('Expected cells without delimiters and line breaks, but one has them. Choose a quotation mark.')
    return `${mark}${cell.replaceAll(mark, mark + mark)}${mark}`
  })
  return `${written.join(between)}\r\n`
}

function fixedLine(cells: readonly string[], spans: readonly { from: number; to: number }[]): string {
  let line = ''
  for (const [at, { from, to }] of spans.entries()) {
    const cell = (cells[at] ?? '').replaceAll(/[\r\n]+/g, ' ')
    if ([...cell].length > to - from + 1)
      // Shortened where it is shown, without secrets.
      throw refused(`Expected at most ${to - from + 1} characters at ${from}-${to}, but there is “${cell}”.`)
    line = line.padEnd(from - 1).slice(0, from - 1) + cell.padEnd(to - from + 1) + line.slice(to)
  }
  return `${line.trimEnd()}\r\n`
}

function toCell(text: string): Cell {
  if (text === '') return null
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(text)
    ? { kind: 'number', number: Number(text) }
    : { kind: 'text', text }
}

async function* inPages(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  for (let at = 0; at < rows.length; at += 500) yield rows.slice(at, at + 500)
}

function parseValue(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused(`Expected ${what} as the content, but it is something else.`)
  }
}

/** Files of processes come as base64. */
function readBase64(text: string): Uint8Array {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw refused('Expected a file as the content, but it is something else.')
  return Buffer.from(text, 'base64')
}

function refused(message: string): OutgoingFailure {
  return new OutgoingFailure(message, { isFinal: true })
}
