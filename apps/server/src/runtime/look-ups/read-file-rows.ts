import { externalLimits, type FileAdapter } from '@millrace/contract'
import type { FileParts } from '../../platform/outgoing/folder-client.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { readCsv } from './read-csv.ts'
import { type Rows, readRestRows, sampleLength, toText } from './read-rows.ts'

/**
 * Returns the rows of a file, as far as the adapter takes them; of a CSV file nothing is read beyond.
 *
 * @throws OutgoingFailure where it is too large, no text in its encoding, or not in its format.
 */
export async function readFileRows(settings: FileAdapter, parts: FileParts): Promise<Rows> {
  if (settings.format === 'csv') return readCsvRows(settings, decode(settings, limit(parts, externalLimits.file)))
  let text = ''
  for await (const part of decode(settings, limit(parts, externalLimits.answer))) text += part
  return readRestRows(settings, text, (kept) => kept)
}

async function readCsvRows(settings: FileAdapter, parts: AsyncIterable<string>): Promise<Rows> {
  const rows: (readonly string[])[] = []
  let names: readonly string[] | null = null
  let first: readonly string[] = []
  let taken: readonly Taken[] = []
  for await (const cells of readCsv(parts, settings)) {
    if (names === null) {
      names = settings.heading ? cells.map((name) => name.trim()) : cells.map((_, at) => String(at + 1))
      taken = findColumns(settings, names)
      if (settings.heading) continue
    }
    if (rows.length === 0) first = cells
    rows.push(taken.map(({ at }) => toText(cells[at], plain)))
    if (rows.length === settings.rowLimit) break
  }
  const keys = names === null ? settings.columns.map(({ key }) => key) : taken.map(({ key }) => key)
  const members = (rows.length === 0 ? [] : (names ?? []))
    .map((path, at) => ({ path, sample: toText(first[at], plain).slice(0, sampleLength) }))
    .filter(({ path }, at) => path !== '' && names?.indexOf(path) === at)
  return { columns: keys, rows, members: members.slice(0, maxNamed) }
}

const plain = <T>(kept: T) => kept
/** The number of columns that are named. */
const maxNamed = 50

/** A column of the answer, and which of the file's it is. */
interface Taken {
  readonly key: string
  readonly at: number
}

/** Those that the adapter names, or the first ones of the file. */
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
