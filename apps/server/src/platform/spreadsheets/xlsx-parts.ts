import { promisify } from 'node:util'
import { scanXml } from '@millrace/xml'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { UnreadableSheet } from './spreadsheet.ts'

/** The parts of a workbook of which its first sheet is read. */
interface XlsxParts {
  readonly sheet: string
  readonly texts: string | null
  readonly styles: string | null
  readonly isSince1904: boolean
}

/** Files in one workbook, and bytes that the parts which are read may have in all: a small file may hold much more. */
const mostEntries = 2_000
const mostBytes = 64_000_000

/** @throws UnreadableSheet */
export async function readParts(bytes: Uint8Array): Promise<XlsxParts> {
  const zip = await open(bytes)
  try {
    const entries = await listEntries(zip)
    let left = mostBytes
    const read = async (name: string): Promise<string | null> => {
      const entry = entries.get(name)
      if (entry === undefined) return null
      const part = await readEntry(zip, entry, left)
      left -= part.length
      return part.toString('utf8')
    }
    const book = await read('xl/workbook.xml')
    const relations = await read('xl/_rels/workbook.xml.rels')
    if (book === null || relations === null) throw notAWorkbook()
    const { sheetRelation, isSince1904 } = readBook(book)
    const targets = readTargets(relations)
    const sheet = await read(targets.get(sheetRelation) ?? 'xl/worksheets/sheet1.xml')
    if (sheet === null) throw notAWorkbook()
    return {
      sheet,
      texts: await read('xl/sharedStrings.xml'),
      styles: await read('xl/styles.xml'),
      isSince1904,
    }
  } catch (error) {
    if (error instanceof UnreadableSheet) throw error
    throw notAWorkbook()
  } finally {
    zip.close()
  }
}

async function open(bytes: Uint8Array): Promise<ZipFile> {
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return await promisify<Buffer, { lazyEntries: true }, ZipFile>(fromBuffer)(buffer, { lazyEntries: true })
  } catch {
    throw notAWorkbook()
  }
}

function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    zip.on('error', reject)
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry)
      if (entries.size > mostEntries) reject(tooLarge())
      else zip.readEntry()
    })
    zip.readEntry()
  })
}

/** What an entry says of its size is checked while it is read: more than that is an error of the reader. */
async function readEntry(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  if (entry.uncompressedSize > most) throw tooLarge()
  const stream = await promisify(zip.openReadStream.bind(zip) as OpenStream)(entry)
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of stream) {
    size += (piece as Buffer).length
    if (size > most) throw tooLarge()
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces, size)
}

type OpenStream = (entry: Entry, callback: (error: Error | null, stream: NodeJS.ReadableStream) => void) => void

/** The first sheet that there is to be seen, by the id of its relation. */
function readBook(xml: string): { sheetRelation: string; isSince1904: boolean } {
  let sheetRelation: string | undefined
  let isSince1904 = false
  scanSmall(xml, (name, attribute) => {
    if (name === 'sheet' && attribute('state') === undefined) sheetRelation ??= attribute('id')
    if (name === 'workbookPr') isSince1904 = ['1', 'true'].includes(attribute('date1904') ?? '')
  })
  return { sheetRelation: sheetRelation ?? '', isSince1904 }
}

function readTargets(xml: string): Map<string, string> {
  const targets = new Map<string, string>()
  scanSmall(xml, (name, attribute) => {
    const [id, target] = [attribute('Id'), attribute('Target')]
    if (name === 'Relationship' && id !== undefined && target !== undefined)
      targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  })
  return targets
}

function scanSmall(xml: string, see: (name: string, attribute: (local: string) => string | undefined) => void): void {
  const fault = scanXml(xml, {
    // `id` of a sheet is a number of its own and, in another namespace, that of its relation.
    open: ({ name, attributes }) => see(name, (local) => attributes.findLast((one) => one.local === local)?.value),
    close: () => {},
    text: () => {},
  })
  if (fault !== null) throw notAWorkbook()
}

function notAWorkbook(): UnreadableSheet {
  return new UnreadableSheet(
    'Expected an XLSX workbook, but the file cannot be read as one. Save it anew as .xlsx, or as CSV.',
  )
}

function tooLarge(): UnreadableSheet {
  return new UnreadableSheet(
    `Expected a workbook of at most ${mostBytes / 1_000_000} MB when it is unpacked, but it has more. Save its first sheet as CSV.`,
  )
}
