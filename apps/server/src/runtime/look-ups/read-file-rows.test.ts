import { adapterSettings, externalLimits, type FileAdapter } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { readAnswered } from './outcome.ts'
import { readFileAnswer } from './read-file-rows.ts'

const adapter = (settings: Partial<FileAdapter> = {}) =>
  adapterSettings.parse({ kind: 'file', path: 'x', ...settings }) as FileAdapter

const reading = { hide: <T>(kept: T) => kept, readBook: async () => [], path: 'in/a.bin' }
const readFileRows = async (settings: FileAdapter, parts: AsyncIterable<Uint8Array>) =>
  readAnswered(await readFileAnswer(settings, parts, reading))

async function* inParts(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** In parts of a few bytes, so that signs are cut somewhere. */
const read = (text: string | Uint8Array, settings: Partial<FileAdapter> = {}, size = 3) =>
  readFileRows(adapter(settings), inParts(typeof text === 'string' ? Buffer.from(text) : text, size))

describe('a CSV file', () => {
  it('gives its columns by the heading line, and says what else could be one', async () => {
    expect(await read('\uFEFFcode, name ,\r\nLIS,Lisbon,x\r\n\r\nOPO,Porto')).toEqual({
      columns: ['code', 'name', ''],
      rows: [
        ['LIS', 'Lisbon', 'x'],
        ['OPO', 'Porto', ''],
      ],
      members: [
        { path: 'code', sample: 'LIS' },
        { path: 'name', sample: 'Lisbon' },
      ],
    })
    const columns = [{ key: 'town', path: 'name' }]
    expect(await read('code,name\nLIS,Lisbon', { columns })).toMatchObject({ columns: ['town'], rows: [['Lisbon']] })
    expect(await read('', { columns })).toEqual({ columns: ['town'], rows: [], members: [] })
  })

  it('gives them by their numbers without one', async () => {
    const given = await read('LIS;Lisbon\nOPO;Porto\n', { heading: false, delimiter: 'semicolon' })
    expect([given.columns, given.rows.length]).toEqual([['column1', 'column2'], 2])
    const columns = [{ key: 'name', path: '2' }]
    expect((await read('LIS\tLisbon', { heading: false, delimiter: 'tab', columns })).rows).toEqual([['Lisbon']])
  })

  const doubled = [
    ['a"b', 'cd'],
    ['', ''],
  ]
  it.each([
    ['"a,b","c\n""d"""\n', 'double', [['a,b', 'c\n"d"']]],
    ["'a,b',it's\n", 'single', [['a,b', "it's"]]],
    ['"a,b"\n', 'none', [['"a', 'b"']]],
    ['a"b,"c"d\r""\r', 'double', doubled],
    ['\n\r\n,\n', 'double', [['', '']]],
  ] as const)('reads %j with marks %s', async (text, quote, rows) => {
    for (const size of [1, 2, 1000]) expect((await read(`x,y\n${text}`, { quote }, size)).rows).toEqual(rows)
  })

  it('is read by its encoding', async () => {
    expect((await read(Buffer.from('n\nÉvora', 'latin1'), { encoding: 'windows-1252' })).rows).toEqual([['Évora']])
    const wide = Buffer.from('\uFEFFn\nÉvora😀', 'utf16le')
    expect((await read(wide, { encoding: 'utf-16le' })).rows).toEqual([['Évora😀']])
    await expect(read(Buffer.from('n\nÉvora', 'latin1'))).rejects.toThrow(
      'Expected text in utf-8, but the file has another encoding. Choose another encoding.',
    )
  })

  it('is refused with what is wrong', async () => {
    await expect(read('a,b\n1,2', { columns: [{ key: 'c', path: 'c' }] })).rejects.toThrow(
      'Expected a column “c” in the heading line, but there is none. The columns are “a”, “b”. Check the delimiter, too.',
    )
    await expect(read('a\n\n"open\n1')).rejects.toThrow('but one that opens in line 3 is not')
    await expect(read(','.repeat(externalLimits.cells), {}, 100)).rejects.toThrow(
      'cells in a line, but line 1 has more',
    )
  })

  it('is read no further than its rows are taken', async () => {
    let parts = 0
    async function* endless() {
      yield Buffer.from('a\n')
      for (;;) {
        parts++
        yield Buffer.from('1\n2\n')
      }
    }
    expect((await readFileRows(adapter({ rowLimit: 7 }), endless())).rows).toHaveLength(7)
    expect(parts).toBe(4)
    async function* wide() {
      for (;;) yield Buffer.alloc(1_000_000, 'x')
    }
    await expect(readFileRows(adapter(), wide())).rejects.toThrow('within the first 10,000,000 bytes of the file')
  })
})

describe('a JSON file', () => {
  it('gives the members of its first row, or those that are named', async () => {
    const text = JSON.stringify({ data: [{ code: 'LIS', name: { en: 'Lisbon' } }, { code: 'OPO' }] })
    expect(await read(text, { format: 'json', rows: 'data' })).toMatchObject({
      columns: ['code', 'name'],
      rows: [
        ['LIS', '{"en":"Lisbon"}'],
        ['OPO', ''],
      ],
      members: [
        { path: 'code', sample: 'LIS' },
        { path: 'name.en', sample: 'Lisbon' },
      ],
    })
    const columns = [{ key: 'name', path: 'name.en' }]
    expect((await read(text, { format: 'json', rows: 'data', columns, rowLimit: 1 })).rows).toEqual([['Lisbon']])
    await expect(read(text, { format: 'json' })).rejects.toThrow('There is a list in “data”.')
    await expect(read('{', { format: 'json' })).rejects.toThrow('Expected JSON')
    await expect(read(Buffer.alloc(1_000_001, ' '), { format: 'json' }, 500_000)).rejects.toThrow('1,000,000 bytes')
  })
})
