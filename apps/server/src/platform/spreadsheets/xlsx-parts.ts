import { scanXml } from '@millrace/xml'
import { BadZip, withZip } from '../archives/with-zip.ts'
import { UnreadableSheet } from './spreadsheet.ts'

/** The parts of a workbook of which its first sheet is read. */
interface XlsxParts {
  readonly sheet: string
  readonly texts: string | null
  readonly styles: string | null
  readonly isSince1904: boolean
}

/** Files in one workbook, and bytes that the parts which are read may have in all: a small file may hold much more. */
const maxEntries = 2_000
const maxBytes = 64_000_000

/**
 * Reads the parts of a workbook.
 *
 * @throws UnreadableSheet
 */
export async function readParts(bytes: Uint8Array): Promise<XlsxParts> {
  try {
    return await withZip(bytes, { entries: maxEntries, bytes: maxBytes }, async (zip) => {
      const read = async (name: string) => (await zip.read(name))?.toString('utf8') ?? null
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
    })
  } catch (error) {
    if (error instanceof UnreadableSheet) throw error
    throw error instanceof BadZip && error.kind === 'too-large' ? tooLarge() : notAWorkbook()
  }
}

/** Returns the first visible sheet, by the id of its relation. */
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
  return new UnreadableSheet('Expected an XLSX workbook, but the file is not one. Save it again as .xlsx, or as CSV.')
}

function tooLarge(): UnreadableSheet {
  return new UnreadableSheet(
    `Expected a workbook of at most ${maxBytes / 1_000_000} MB when it is unpacked, but it has more. Save its first sheet as CSV.`,
  )
}
