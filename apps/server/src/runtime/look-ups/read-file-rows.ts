import { externalLimits, type FileAdapter } from '@millrace/contract'
import type { Hide } from '../../platform/outgoing/hide-secrets.ts'
import type { FileParts } from '../../platform/outgoing/open-folder.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { columnSpan } from './fixed-width.ts'
import type { Answer } from './outcome.ts'
import { readCsv } from './read-csv.ts'
import { type Rows, readRestRows, readRowsOf, sampleLength, toText } from './read-rows.ts'
import { readXmlValue } from './xml-values.ts'

/** The parts that reading a file needs in addition to the file. */
export interface FileReading {
  readonly hide: Hide
  /** Reads the rows of the first sheet of a workbook, elsewhere. @throws OutgoingFailure where it is none. */
  readonly readBook: (bytes: Uint8Array, maxRows: number) => Promise<readonly (readonly string[])[]>
}

/**
 * Reads a file for a file adapter: rows up to the limit of the adapter, and for files without rows the whole content,
 * which processes use. A CSV file is only read as far as the last needed row.
 *
 * @throws OutgoingFailure when the file is too large, or is not valid in its encoding or format.
 */
export async function readFileAnswer(
  settings: FileAdapter,
  parts: FileParts,
  { hide, readBook, path }: FileReading & { readonly path: string },
): Promise<Answer> {
  const whole = (body: string | null, rows: Rows): Answer => ({ status: null, body, rows, failure: null })
  switch (settings.format) {
    case 'csv': {
      const text = decode(settings, limit(parts, externalLimits.file))
      return whole(null, await readTableRows(settings, readCsv(text, settings), hide))
    }
    case 'xlsx': {
      const bytes = await collect(limit(parts, externalLimits.file))
      const rows = await readBook(bytes, settings.rowLimit + 1)
      return whole(null, await readTableRows(settings, rows, hide))
    }
    case 'fixed':
      return whole(null, await readFixedRows(settings, decode(settings, limit(parts, externalLimits.file)), hide))
    case 'json': {
      const text = await readAll(settings, parts)
      return whole(hide(text), readRestRows(settings, text, hide))
    }
    case 'xml': {
      const value = readXmlValue(await readAll(settings, parts))
      return whole(hide(JSON.stringify(value)), readXmlRows(settings, value, hide))
    }
    case 'text': {
      const text = await readAll(settings, parts)
      const lines = text.split(/\r\n|\r|\n/)
      if (lines.at(-1) === '') lines.pop()
      const rows = lines.slice(0, settings.rowLimit).map((line) => [toText(line, hide)])
      return whole(hide(text), { columns: ['line'], rows, members: [] })
    }
    case 'binary': {
      const bytes = await collect(limit(parts, externalLimits.content))
      const name = path.slice(path.lastIndexOf('/') + 1)
      const file = { name, type: 'application/octet-stream', size: bytes.length, content: bytes.toString('base64') }
      return whole(JSON.stringify(file), {
        columns: ['name', 'size'],
        rows: [[name, String(bytes.length)]],
        members: [],
      })
    }
    default:
      return settings.format satisfies never
  }
}

async function readAll(settings: FileAdapter, parts: FileParts): Promise<string> {
  let text = ''
  for await (const part of decode(settings, limit(parts, externalLimits.answer))) text += part
  return text
}

async function collect(parts: FileParts): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}

/** One element where a list is looked for is a list of one: XML does not tell them apart. */
function readXmlRows(settings: FileAdapter, value: unknown, hide: Hide): Rows {
  return readRowsOf(settings, value, { hide, isSingleList: true })
}

async function readFixedRows(settings: FileAdapter, parts: AsyncIterable<string>, hide: Hide): Promise<Rows> {
  const spans = settings.columns.map(({ path }) => columnSpan(path))
  const rows: string[][] = []
  for await (const line of splitLines(parts)) {
    if (line.trim() === '') continue
    rows.push(spans.map(({ from, to }) => toText(line.slice(from - 1, to).trim(), hide)))
    if (rows.length === settings.rowLimit) break
  }
  return { columns: settings.columns.map(({ key }) => key), rows, members: [] }
}

async function* splitLines(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const part of parts) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > externalLimits.answer)
      throw new OutgoingFailure('Expected lines, but one is longer than 1,000,000 characters.', { isFinal: true })
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
  }
  if (rest !== '') yield rest
}

async function readTableRows(
  settings: FileAdapter,
  lines: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  hide: Hide,
): Promise<Rows> {
  const rows: (readonly string[])[] = []
  let names: readonly string[] | null = null
  let first: readonly string[] = []
  let taken: readonly Taken[] = []
  for await (const cells of lines) {
    if (names === null) {
      names = settings.heading ? cells.map((name) => name.trim()) : cells.map((_, at) => String(at + 1))
      taken = findColumns(settings, names)
      if (settings.heading) continue
    }
    if (rows.length === 0) first = cells
    rows.push(taken.map(({ at }) => toText(cells[at], hide)))
    if (rows.length === settings.rowLimit) break
  }
  const keys = names === null ? settings.columns.map(({ key }) => key) : taken.map(({ key }) => key)
  const members = (rows.length === 0 ? [] : (names ?? []))
    .map((path, at) => ({ path, sample: toText(first[at], hide).slice(0, sampleLength) }))
    .filter(({ path }, at) => path !== '' && names?.indexOf(path) === at)
  return { columns: keys, rows, members: members.slice(0, maxNamed) }
}

/** The number of columns that are named. */
const maxNamed = 50

/** A column of the answer, and which of the file's it is. */
interface Taken {
  readonly key: string
  readonly at: number
}

/** Returns the columns that the adapter names, or the first ones of the file. */
function findColumns({ columns, heading }: FileAdapter, names: readonly string[]): Taken[] {
  if (columns.length === 0)
    return names.slice(0, externalLimits.entries).map((name, at) => ({ key: heading ? name : `column${name}`, at }))
  return columns.map(({ key, path }) => {
    const at = names.indexOf(path)
    if (at >= 0) return { key, at }
    const there = names
      .slice(0, 10)
      .map((name) => `“${name.slice(0, 50)}”`)
      .join(', ')
    throw new OutgoingFailure(
      heading
        ? `Expected a column “${path}” in the heading line, but there is none. The columns are ${there}. Check the delimiter, too.`
        : `Expected a column with the number “${path}”, but there are ${names.length}. Check the delimiter, too.`,
      { isFinal: true },
    )
  })
}

async function* limit(parts: FileParts, most: number): FileParts {
  let bytes = 0
  for await (const part of parts) {
    bytes += part.length
    if (bytes > most)
      throw new OutgoingFailure(
        `Expected the rows within the first ${most.toLocaleString('en')} bytes of the file, but it is larger.`,
        { isFinal: true },
      )
    yield part
  }
}

async function* decode({ encoding }: FileAdapter, parts: FileParts): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const read = (part?: Uint8Array) => {
    try {
      return part === undefined ? decoder.decode() : decoder.decode(part, { stream: true })
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      throw new OutgoingFailure(
        `Expected text in ${encoding}, but the file has another encoding. Choose another encoding.`,
        {
          isFinal: true,
        },
      )
    }
  }
  for await (const part of parts) yield read(part)
  yield read()
}
