import { describe, expect, it } from 'vitest'
import { readPage, writePage } from './page-statement.ts'

const paging = { kind: 'keyset', column: 'i"d`]', keyType: 'integer' } as const
const one = { statement: 'select id from town where size > $1 -- all', names: ['size'] }

describe('a page by its key', () => {
  it.each([
    [
      'postgresql',
      `select * from (${one.statement}\n) page_of_statement where "i""d\`]" > $2 order by "i""d\`]" limit 11 offset 0`,
    ],
    [
      'mysql',
      `select * from (${one.statement}\n) page_of_statement where \`i"d\`\`]\` > cast(? as signed) order by \`i"d\`\`]\` limit 11 offset 0`,
    ],
    [
      'sqlite',
      `select * from (${one.statement}\n) page_of_statement where "i""d\`]" > cast(? as integer) order by "i""d\`]" limit 11 offset 0`,
    ],
    [
      'sqlserver',
      `select * from (${one.statement}\n) as page_of_statement where [i"d\`]]] > @p2 order by [i"d\`]]] offset 0 rows fetch next 11 rows only`,
    ],
    [
      'oracle',
      `select * from (${one.statement}\n) page_of_statement where "id\`]" > to_number(:p2) order by "id\`]" offset 0 rows fetch next 11 rows only`,
    ],
  ] as const)('is written for %s, and its column cannot leave its quotes', (vendor, statement) => {
    const written = writePage(one, { vendor, paging, after: '7', rowLimit: 10 })
    expect(written).toEqual({ statement, names: ['size', 'after'] })
    expect(writePage(one, { vendor, paging, after: '', rowLimit: 10 }).names).toEqual(['size'])
  })

  it('has the name of a column of Oracle in capitals, unless it needs quotes', () => {
    const of = (column: string) =>
      writePage(one, { vendor: 'oracle', paging: { ...paging, keyType: 'text', column }, after: 'a', rowLimit: 1 })
    expect(of('code').statement).toContain('where "CODE" > :p2 order by "CODE" offset')
    expect(of('zip code').statement).toContain('where "zip code" > :p2')
  })

  it('says where the next one begins, and that the last one is the last', () => {
    const of = { paging: { ...paging, column: 'ID' }, after: '1', rowLimit: 2 }
    const rows = [['2'], ['3'], ['4']]
    expect(readPage({ columns: ['id'], rows }, of)).toEqual({ columns: ['id'], rows: [['2'], ['3']], next: '3' })
    expect(readPage({ columns: ['id'], rows: rows.slice(0, 2) }, of).next).toBeNull()
  })

  it('is refused where its column is missing, or does not lead on', () => {
    const of = { paging: { ...paging, column: 'id' }, after: '3', rowLimit: 1 }
    expect(() => readPage({ columns: ['code'], rows: [] }, of)).toThrow('Expected a column “id” in the rows')
    for (const value of ['3', null])
      expect(() => readPage({ columns: ['id'], rows: [[value], ['9']] }, of)).toThrow('Choose a unique column')
    // The next page would begin behind both.
    expect(() => readPage({ columns: ['id'], rows: [['4'], ['4']] }, of)).toThrow('Choose a unique column')
  })
})

it('counts the rows before a page with an offset, and never fewer than none', () => {
  const of = { paging: { ...paging, kind: 'offset', column: 'id' }, after: '-3', rowLimit: 1 } as const
  expect(writePage(one, { vendor: 'sqlserver', ...of }).statement).toContain('offset 0 rows fetch next 2 rows only')
  expect(readPage({ columns: ['id'], rows: [['1'], ['2']] }, { ...of, after: '4' }).next).toBe('5')
})
