import { type DataList, dataListCalls, type ImportReport } from '@millrace/contract'
import { createTestApp, zip } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { multipart } from '../../runtime/testing/multipart.ts'

const { app, admin, signIn } = await createTestApp()
const designer = await signIn({ roles: ['RoleDesign'] })

/** As many as a list may have; `npm run soak` takes them all. */
const most = process.env.MILLRACE_SOAK === '1' ? 100_000 : 10_000

const columns = [
  { key: 'code', name: 'Code', type: 'text', isKey: true },
  { key: 'city', name: 'City', type: 'text' },
  { key: 'people', name: 'People', type: 'number' },
  { key: 'since', name: 'Since', type: 'date' },
  { key: 'capital', name: 'Capital', type: 'flag' },
] as const
let count = 0
const create = async (given: readonly object[] = columns): Promise<DataList> => {
  const number = ++count
  const body = { name: `List ${number}`, key: `list${number}`, columns: given as never }
  return (await designer.call(dataListCalls.create, { body })).body
}
const send = async (list: DataList, content: string | Buffer, query = 'mode=add', name = 'rows.csv') => {
  const file = multipart([{ name, content }])
  const answer = await designer.send({ method: 'POST', url: `/api/data-lists/${list.id}/import?${query}`, ...file })
  return {
    status: answer.status,
    report: answer.body as ImportReport,
    error: answer.body as { code: string; message: string },
  }
}
const read = async ({ id }: DataList, query: object = {}) =>
  (await designer.call(dataListCalls.rows, { params: { id }, query })).body.items.map(({ cells }) => cells)
const fetchFile = async ({ id }: DataList, format: string) =>
  app.inject({
    url: `/api/data-lists/${id}/export`,
    query: { format },
    cookies: Object.fromEntries(designer.cookies),
  })

describe('a CSV file', () => {
  it('becomes rows, each kept as its column writes it', async () => {
    const list = await create()
    const { status, report } = await send(
      list,
      'City,CODE,people,Since,Capital,Mood\r\n"Lisbon, centre",LIS,"545,000",25/10/1147,yes,good\r\n\r\nPorto,OPO,,,no,\r\n',
    )
    expect(status).toBe(200)
    expect(report).toMatchObject({ isImported: true, rows: 2, added: 2, changed: 0, removed: 0, faults: [] })
    expect(report.notes).toEqual(['The list has no column for “Mood”: passed over.'])
    expect(report.list).toMatchObject({ rowCount: 2, version: 2 })
    expect(await read(list)).toEqual([
      ['LIS', 'Lisbon, centre', '545000', '1147-10-25', 'true'],
      ['OPO', 'Porto', null, null, 'false'],
    ])
  })

  it('with errors changes nothing, reports each by line, and is taken without those rows when that is wanted', async () => {
    const list = await create()
    const file = 'Code;People;Since\nA;7;\nB;many;31/02/2026\n;1;\nA;2;\nC;3;30/11/2026;x\nD;4;'
    const { status, report } = await send(list, file)
    expect([status, report.isImported, report.rows, report.faultyRows, report.faultCount]).toEqual([
      200,
      false,
      6,
      4,
      5,
    ])
    expect(report.faults.map(({ line, column, value }) => [line, column, value])).toEqual([
      [3, 'People', 'many'],
      [3, 'Since', '31/02/2026'],
      [4, 'Code', ''],
      [5, 'Code', 'A'],
      [6, null, 'x'],
    ])
    expect(report.faults[3]?.message).toBe('Expected each value once, but line 2 has it too.')
    expect([report.list.version, await read(list)]).toEqual([1, []])
    const skipped = await send(list, file, 'mode=add&whenFaulty=skip')
    expect(skipped.report).toMatchObject({ isImported: true, added: 2, faultyRows: 4, faultCount: 5 })
    expect((await read(list)).map(([code]) => code)).toEqual(['A', 'D'])
  })

  it('changes rows of a known key, leaves what it has no column for, and writes no row that stays unchanged', async () => {
    const list = await create()
    await send(list, 'Code,City,People\nA,Lisbon,1\nB,Porto,2\nC,Faro,3')
    const { report } = await send(list, 'Code,People\nC,3\nB,20\nD,4')
    expect(report).toMatchObject({ added: 1, changed: 1, removed: 0 })
    expect(await read(list)).toEqual([
      ['A', 'Lisbon', '1', null, null],
      ['B', 'Porto', '20', null, null],
      ['C', 'Faro', '3', null, null],
      ['D', null, '4', null, null],
    ])
    const { rows } = await admin.query('select count(*)::int as count from data_list_row where data_list_id = $1', [
      list.id,
    ])
    expect(rows).toEqual([{ count: 5 }])
  })

  it('replaces all rows: those it has not no longer exist', async () => {
    const list = await create()
    await send(list, 'Code,City\nA,Lisbon\nB,Porto')
    expect((await send(list, 'Code\nB\nC', 'mode=replace')).report).toMatchObject({ added: 1, changed: 1, removed: 1 })
    expect(await read(list)).toEqual([
      ['B', null, null, null, null],
      ['C', null, null, null, null],
    ])
    const plain = await create([{ key: 'a', name: 'A', type: 'text' }])
    await send(plain, 'A\n1\n1')
    await send(plain, 'A\n2')
    expect(await read(plain)).toEqual([['1'], ['1'], ['2']])
    expect((await send(plain, 'A\n1', 'mode=replace')).report).toMatchObject({ added: 1, removed: 3 })
  })

  it.each([
    ['utf-16le', Buffer.from('\uFEFFCode,City\nÉ,Évora', 'utf16le'), []],
    ['utf-8 with its mark', Buffer.from('\uFEFFCode,City\nÉ,Évora'), []],
    [
      'windows-1252',
      Buffer.from('Code,City\n\u00c9,\u00c9vora', 'latin1'),
      ['The file is not UTF-8. It was read as Windows-1252. Check letters with accents.'],
    ],
  ])('is read in %s', async (_, content, notes) => {
    const list = await create()
    const { report } = await send(list, content)
    expect([report.notes, (await read(list))[0]?.slice(0, 2)]).toEqual([notes, ['É', 'Évora']])
  })

  it.each([
    ['', 'but the file is empty'],
    ['City\nLisbon', 'Expected the column “Code” in the first line'],
    ['Code,City,city\n1,2,3', 'but “City” is in it twice'],
    ['Code,code\n1,2', 'but “Code” is in it twice'],
    [`Code\n${'x\n'.repeat(100_001)}`, 'Expected at most 100,000 rows in the file'],
    [Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'this is an old .xls'],
    [Buffer.from('PK\u0003\u0004 no'), 'the file is not one'],
  ])('that is %j is refused', async (content, message) => {
    const list = await create()
    const { status, error } = await send(list, content)
    expect([status, error.code]).toEqual([422, 'file.refused'])
    expect(error.message).toContain(message)
    expect(await read(list)).toEqual([])
  })

  it('with a cell of five megabytes reports it in a few words', async () => {
    const list = await create()
    const { report } = await send(list, `Code,City\nA,${'x'.repeat(5_000_000)}\nB,"${'y'.repeat(100_000)}`)
    expect(report.faults).toEqual([
      {
        line: 2,
        column: 'City',
        value: 'x'.repeat(50),
        message: 'Expected at most 2000 characters, but there are 5000000.',
      },
      expect.objectContaining({ line: 3, value: 'y'.repeat(50) }),
    ])
  })

  it('of more than ten megabytes is refused before it is read', async () => {
    const list = await create()
    expect((await send(list, Buffer.alloc(10_485_761, 'x'))).status).toBe(413)
  })

  it(`of ${most.toLocaleString('en')} rows is taken whole, and in a full list one row more is not`, async () => {
    const list = await create()
    const rows = Array.from({ length: most }, (_, at) => `K${at},City ${at % 100},${at}`).join('\n')
    const { report } = await send(list, `Code,City,People\n${rows}`)
    expect(report).toMatchObject({ isImported: true, added: most })
    const page = (await designer.call(dataListCalls.rows, { params: { id: list.id }, query: { q: `k${most - 1}` } }))
      .body
    expect([page.total, page.items[0]?.cells[0]]).toEqual([1, `K${most - 1}`])
    // All of it again is nothing new.
    const again = await send(list, `Code,City,People\n${rows}`, 'mode=replace')
    expect(again.report).toMatchObject({ added: 0, changed: 0, removed: 0 })
    await admin.query('update data_list set row_count = 100000 where id = $1', [list.id])
    const more = await send(list, 'Code\nOne more')
    expect([more.status, more.error.code]).toEqual([422, 'data-list.too-large'])
  }, 240_000)
})

describe('a workbook', () => {
  it('goes out and comes back as it was, as CSV does', async () => {
    const list = await create()
    await send(
      list,
      'Code,City,People,Since,Capital\n=1+1,"+351, ""x""",0.1,30/11/2026,yes\n007,Évora,123456789012345678,,no\n-A,@home,-5,,',
    )
    const before = await read(list)
    expect(before[0]).toEqual(['=1+1', '+351, "x"', '0.1', '2026-11-30', 'true'])
    for (const format of ['csv', 'xlsx']) {
      const file = await fetchFile(list, format)
      const copy = await create()
      expect((await send(copy, file.rawPayload, 'mode=add', `rows.${format}`)).report).toMatchObject({
        added: 3,
        faults: [],
      })
      expect(await read(copy)).toEqual(before)
    }
  })

  it('can calculate nothing as CSV', async () => {
    const list = await create()
    await send(list, 'Code,City\nA,"=HYPERLINK(""http://x"")"\nB,"x;=1+1;y"')
    const { body, headers } = await fetchFile(list, 'csv')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(body).toContain(`A,"'=HYPERLINK(""http://x"")"`)
    expect(body).toContain(`B,"x;'=1+1;y"`)
  })

  it('is read as other clients write it: shared texts, days by their style, gaps', async () => {
    const list = await create()
    const content = zip({
      'xl/workbook.xml': `<workbook xmlns="m" xmlns:r="r"><sheets><sheet name="Hidden" sheetId="9" state="hidden" r:id="rId9"/><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="p"><Relationship Id="rId1" Target="worksheets/a.xml"/><Relationship Id="rId9" Target="worksheets/b.xml"/></Relationships>`,
      'xl/sharedStrings.xml': `<sst xmlns="m"><si><t>Code</t></si><si><r><t>Lis</t></r><r><t>bon</t></r><rPh><t>no</t></rPh></si></sst>`,
      'xl/styles.xml': `<styleSheet xmlns="m"><numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
      'xl/worksheets/a.xml': `<worksheet xmlns="m"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>City</t></is></c><c r="D1" t="str"><v>Since</v></c><c r="E1" t="str"><v>People</v></c><c r="F1" t="str"><v>Capital</v></c></row><row r="4"><c r="A4"><v>7</v></c><c r="C4" t="s"><v>1</v></c><c r="D4" s="1"><f>TODAY()</f><v>46356</v></c><c r="E4"><v>0.30000000000000004</v></c><c r="F4" t="b"><v>1</v></c></row></sheetData></worksheet>`,
    })
    expect((await send(list, content, 'mode=add', 'a.xlsx')).report).toMatchObject({ added: 1, faults: [] })
    expect(await read(list)).toEqual([['7', 'Lisbon', '0.3', '2026-11-30', 'true']])
  })

  const book = (sheet: string, more: Record<string, string> = {}) =>
    zip({
      'xl/workbook.xml': `<workbook xmlns="m" xmlns:r="r"><sheets><sheet r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="p"><Relationship Id="rId1" Target="worksheets/a.xml"/></Relationships>`,
      'xl/worksheets/a.xml': sheet,
      ...more,
    })

  it.each([
    ['a bomb', book(' '.repeat(70_000_000)), 'at most 64 MB when it is unpacked'],
    ['a bomb in its texts', book('<worksheet/>', { 'xl/sharedStrings.xml': ' '.repeat(64_000_000) }), 'at most 64 MB'],
    [
      'one with entities',
      book('<!DOCTYPE x [<!ENTITY a "b">]><worksheet>&a;</worksheet>'),
      'a part of it cannot be read',
    ],
    ['one that breaks off', book('<worksheet><sheetData><row>'), 'a part of it cannot be read'],
    [
      'one that leads out of itself',
      book('<x/>', { 'xl/workbook.xml': '<workbook><sheets/></workbook>', '../../etc/passwd': 'x' }),
      'the file is not one',
    ],
    ['no workbook', zip({ 'a.txt': 'x' }), 'the file is not one'],
  ])('that is %s is refused', async (_, content, message) => {
    const list = await create()
    const { status, error } = await send(list, content, 'mode=add', 'a.xlsx')
    expect([status, error.code]).toEqual([422, 'file.refused'])
    expect(error.message).toContain(message)
  })
})

describe('a version', () => {
  it('is restored as the next one, with the columns that it had', async () => {
    const list = await create()
    const params = { id: list.id }
    await send(list, 'Code,City\nA,Lisbon\nB,Porto')
    const before = await read(list)
    await send(list, 'Code,City\nB,Oporto\nC,Faro', 'mode=replace')
    const [code] = list.columns
    await designer.call(dataListCalls.save, { params, body: { name: list.name, columns: [code as never] } })
    const restored = await designer.call(dataListCalls.restoreVersion, { params: { ...params, version: 2 } })
    expect(restored.body).toMatchObject({ version: 5, rowCount: 2 })
    expect(restored.body.columns).toEqual(list.columns)
    expect(await read(list)).toEqual(before)
    const { body: versions } = await designer.call(dataListCalls.versions, { params })
    expect(
      versions.map(({ version, rowCount, added, changed, removed, source, restoredFrom }) =>
        [version, rowCount, added, changed, removed, source, restoredFrom].join(' '),
      ),
    ).toEqual(['5 2 2 0 2  2', '4 2 0 0 0  ', '3 2 1 1 1 rows.csv ', '2 2 2 0 0 rows.csv ', '1 0 0 0 0  '])
    for (const version of [5, 9, 0])
      expect((await designer.call(dataListCalls.restoreVersion, { params: { ...params, version } })).status).toBe(404)
  })
})
