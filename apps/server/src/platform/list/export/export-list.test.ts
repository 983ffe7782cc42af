import { Readable } from 'node:stream'
import { crc32, inflateRawSync } from 'node:zlib'
import { defineList } from '@millrace/contract'
import { createTestApp, testRequest } from '@millrace/server/testing'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../errors/refusal.ts'
import { defineSource } from '../source.ts'
import { type Cell, createToLocal, readVariableCell } from './cells.ts'
import { writeCsv } from './csv.ts'
import { exportList } from './export-list.ts'
import { writeXlsx } from './xlsx.ts'

const { db, admin, workplaceId } = await createTestApp()
const request = testRequest({ workplaceId })

const list = defineList({
  name: 'users.test',
  columns: {
    name: { type: 'text', label: 'common.name', isFixed: true },
    state: { type: 'choice', label: 'common.state', labels: 'status' },
    tries: { type: 'number', label: 'common.none', value: 'nested.tries' },
    made: { type: 'instant', label: 'tasks.created' },
    tags: { type: 'texts', label: 'deployments.files' },
    by: { type: 'person', label: 'deployments.deployedBy' },
    isOpen: { type: 'flag', label: 'common.yes' },
  },
  sorts: ['name'],
  order: ['name'],
  filters: {},
})

const hostile = [
  '=HYPERLINK("http://example.org";"x")',
  '+1',
  '-2+3',
  '@SUM(A1)',
  '\tx',
  'plain, with "quotes"\nand lines',
  'a\u0001b\u{1F600}\uD800 <&>',
]

await admin.query(
  'create unlogged table export_row (id uuid not null, n int primary key); grant select on export_row to public',
)

const source = defineSource<typeof list, { n: number }, object>({
  list,
  columns: sql`r.n`,
  from: () => sql`export_row r`,
  keys: { name: { sql: sql`r.n`, type: 'integer' } },
  id: { sql: sql`r.id`, type: 'id' },
  filters: {},
  present: (rows) =>
    rows.map(({ n }) => ({
      name: hostile[n] ?? `row-${n}`,
      state: 'incident',
      nested: { tries: -n },
      made: n === 1 ? null : '2030-07-01T22:30:05.678Z',
      tags: ['a', 'b'],
      by: n === 0 ? null : { username: 'ines', displayName: 'Ines Duarte' },
      isOpen: n === 0,
    })),
})

const fill = (count: number) =>
  admin.query(
    `truncate export_row; insert into export_row select gen_random_uuid(), n from generate_series(0, ${count - 1}) n`,
  )

async function exportAs(format: 'csv' | 'xlsx', columns: readonly string[] = Object.keys(list.columns), of = db) {
  const query = { q: '', sort: [], filters: [], format, columns, timeZone: 'Europe/Berlin' } as const
  const answer = await exportList(of, request, { source, query })
  if (answer instanceof Refusal) throw answer
  return answer
}

async function readAll(content: Readable | Buffer): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of content as Readable) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

describe('a CSV file', () => {
  it('has heads and rows in the words of the page, and no text that a spreadsheet would calculate', async () => {
    await fill(7)
    const { content, contentType, fileName } = await exportAs('csv')
    expect([contentType, fileName]).toEqual(['text/csv; charset=utf-8', 'users-test.csv'])
    expect((await readAll(content)).toString('utf8').split('\r\n')).toEqual([
      '\uFEFFName,State,None,Created,Files,Deployed by,Yes',
      `"'=HYPERLINK(""http://example.org"";""x"")",Incident,0,02/07/2030 00:30:05,"a, b",,Yes`,
      `'+1,Incident,-1,,"a, b",Ines Duarte,No`,
      `'-2+3,Incident,-2,02/07/2030 00:30:05,"a, b",Ines Duarte,No`,
      `'@SUM(A1),Incident,-3,02/07/2030 00:30:05,"a, b",Ines Duarte,No`,
      `"'\tx",Incident,-4,02/07/2030 00:30:05,"a, b",Ines Duarte,No`,
      `"plain, with ""quotes""\nand lines",Incident,-5,02/07/2030 00:30:05,"a, b",Ines Duarte,No`,
      `a\u0001b\u{1F600}\uFFFD <&>,Incident,-6,02/07/2030 00:30:05,"a, b",Ines Duarte,No`,
      '',
    ])
  })

  it('has the columns that are asked for, in their order', async () => {
    await fill(1)
    const lines = (await readAll((await exportAs('csv', ['state', 'name'])).content)).toString('utf8').split('\r\n')
    expect(lines[0]).toBe('\uFEFFState,Name')
  })

  it('has every row of many parts', async () => {
    await fill(2_500)
    const lines = (await readAll((await exportAs('csv', ['name'])).content)).toString('utf8').trim().split('\r\n')
    expect(new Set(lines.slice(8)).size).toBe(2_493)
    expect(lines.at(-1)).toBe('row-2499')
  })

  it('is refused in one sentence where the list is longer than a file', async () => {
    await fill(100_001)
    const refusal = await exportAs('csv').catch((error: unknown) => error)
    expect(refusal instanceof Refusal && [refusal.code, refusal.message]).toEqual([
      'list.too-long',
      'Expected at most 100,000 rows in one file, but the list has more. Narrow the filter and export it in parts.',
    ])
  })
})

describe('a day in a variable', () => {
  it('is the same day in the files of every reader, and a real one in a workbook', async () => {
    const row = { variables: { due: { type: 'day', text: '2026-10-13' } } }
    const pages = async function* (): AsyncGenerator<readonly Cell[][]> {
      for (const zone of ['Pacific/Auckland', 'America/Los_Angeles'])
        yield [[readVariableCell('due', row, createToLocal(zone))]]
    }
    expect(String(await readAll(Readable.from(writeCsv(['due'], pages()))))).toContain('13/10/2026\r\n13/10/2026\r\n')
    const sheet = readZip(await readAll(writeXlsx(['due'], pages()))).get('xl/worksheets/sheet1.xml') ?? ''
    expect(sheet.match(/<c s="3"><v>46308<\/v><\/c>/g)).toHaveLength(2)
  })
})

describe('an XLSX file', () => {
  it('has texts as texts, numbers as numbers and times as times', async () => {
    await fill(7)
    const { content, contentType, fileName } = await exportAs('xlsx')
    expect(contentType).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(fileName).toBe('users-test.xlsx')
    const files = readZip(await readAll(content))
    expect([...files.keys()].sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
    const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
    expect(sheet).not.toContain('<f>')
    const rows = [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) => row)
    expect(rows).toHaveLength(8)
    expect(rows[1]).toContain('<is><t xml:space="preserve">=HYPERLINK("http://example.org";"x")</t></is>')
    // 2 July 2030, 00:30:05 in Berlin.
    const [, serial = ''] = /<c s="2"><v>([\d.]+)<\/v><\/c>/.exec(rows[3] ?? '') ?? []
    expect(Number(serial)).toBeCloseTo(47_666 + (30 * 60 + 5) / 86_400, 8)
    expect(rows[3]).toContain('<c><v>-2</v></c>')
    expect(rows[7]).toContain('ab\u{1F600}\uFFFD &lt;&amp;&gt;')
  })

  it('fails as a whole when its rows cannot be read to the end', async () => {
    await fill(3_000)
    let reads = 0
    const failing: typeof db = {
      ...db,
      read: async (place, work) => {
        // Behind the count and the first part of the rows the table goes.
        if (++reads === 3) await admin.query('alter table export_row rename to gone')
        return db.read(place, work)
      },
    }
    const { content } = await exportAs('xlsx', undefined, failing)
    await expect(readAll(content)).rejects.toThrow(/export_row/)
    expect(reads).toBe(3)
    await admin.query('alter table gone rename to export_row')
  })
})

/** The files of an archive by name, checked against their sums (APPNOTE 4.3). */
function readZip(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'))
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [sum, size, nameLength] = [
      bytes.readUInt32LE(at + 16),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
    ]
    const skip = bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    const local = bytes.readUInt32LE(at + 42)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const packed = bytes.subarray(from, from + size)
    const content = bytes.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed
    if (crc32(content) !== sum) throw new Error(`Expected ${name} to be whole, but its sum is another one.`)
    files.set(name, content.toString('utf8'))
    at += 46 + nameLength + skip
  }
  return files
}
