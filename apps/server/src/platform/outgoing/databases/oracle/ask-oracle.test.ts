import { describe, expect, it } from 'vitest'
import type { DatabaseQuestion } from '../driver.ts'
import { AnswerTooLarge, askOracle, mayBeCarriedOut, mayCommitItself, type OracleConnection } from './ask-oracle.ts'

const types = { BIND_IN: 3001, STRING: 'text', BUFFER: 'bytes', OUT_FORMAT_ARRAY: 4001 }
const usual = { statement: '', values: [], changes: false, rowLimit: 2, timeoutMs: 10_000 }

/** Runs a question on a connection that answers it, and returns its calls in their order. */
async function run(question: Partial<DatabaseQuestion>, answer: object = { rowsAffected: 1 }) {
  const calls: string[] = []
  let sent: { binds: unknown; options: Record<string, unknown> } | null = null
  const connection = {
    callTimeout: 0,
    execute: async (statement: string, binds: unknown, options: Record<string, unknown>) => {
      calls.push(statement)
      if (statement === question.statement) sent = { binds, options }
      return statement === question.statement ? answer : {}
    },
    commit: async () => void calls.push('commit'),
    rollback: async () => void calls.push('rollback'),
  }
  const start = async () => void calls.push('start')
  const result = await askOracle(connection as unknown as OracleConnection, types as never, {
    question: { ...usual, ...question },
    start,
  })
  return { calls, sent: sent as unknown as { binds: unknown; options: Record<string, unknown> }, result, connection }
}

const town = {
  metaData: [
    { name: 'CODE', dbTypeName: 'VARCHAR2' },
    { name: 'AREA', dbTypeName: 'NUMBER' },
  ],
  rows: [
    ['LIS', '.5'],
    ['OPO', null],
    ['FAO', '3'],
  ],
}

describe('a query of Oracle', () => {
  it('reads in a read-only transaction that is rolled back, no more rows than wanted', async () => {
    const statement = 'select code, area from town'
    const { calls, result, sent, connection } = await run({ statement }, town)
    expect(calls).toEqual([
      expect.stringMatching(/^alter session set nls_/),
      'set transaction read only',
      statement,
      'rollback',
    ])
    expect(result).toEqual({
      columns: ['CODE', 'AREA'],
      rows: [
        ['LIS', '0.5'],
        ['OPO', null],
      ],
    })
    expect(sent.options).toMatchObject({ autoCommit: false, maxRows: 2 })
    expect(connection.callTimeout).toBe(9_000)
  })

  it('expects times in the forms of the answer, with all digits', async () => {
    const { calls } = await run({ statement: 'select 1 from dual' }, town)
    expect(calls[0]).toContain("nls_date_format = 'YYYY-MM-DD HH24:MI:SS'")
    expect(calls[0]).toContain("nls_timestamp_format = 'YYYY-MM-DD HH24:MI:SS.FF'")
    expect(calls[0]).toContain(`nls_timestamp_tz_format = 'YYYY-MM-DD"T"HH24:MI:SS.FFTZH:TZM'`)
  })

  it('sends values by the names of their placeholders', async () => {
    const statement = 'select * from town where code = :p1 or region = :p2 or code = upper(:p1)'
    const { sent } = await run({ statement, values: ["x' or 1 = 1", null] }, town)
    expect(sent.binds).toEqual({
      p1: { val: "x' or 1 = 1", dir: 3001, type: 'text' },
      p2: { val: null, dir: 3001, type: 'text' },
    })
  })

  it('fetches numbers and large texts as texts', async () => {
    const { sent } = await run({ statement: 'select 1 from dual' }, town)
    const fetchAs = sent.options.fetchTypeHandler as (column: object) => unknown
    for (const dbTypeName of ['NUMBER', 'CLOB', 'NCLOB']) expect(fetchAs({ dbTypeName })).toEqual({ type: 'text' })
    expect(fetchAs({ dbTypeName: 'BLOB' })).toEqual({ type: 'bytes' })
    expect(fetchAs({ dbTypeName: 'DATE' })).toBeUndefined()
  })

  it.each([
    ['text', 'VARCHAR2', 'x'.repeat(3_000_000)],
    ['bytes', 'BLOB', Buffer.alloc(3_000_000)],
  ])('with %s that the database sends once for several rows counts them in each row', async (_, dbTypeName, cell) => {
    const statement = 'select note from town'
    const rows = [[cell], [cell]]
    const answer = { metaData: [{ name: 'NOTE', dbTypeName }], rows }
    await expect(run({ statement }, answer)).rejects.toThrow(AnswerTooLarge)
    expect((await run({ statement, rowLimit: 1 }, answer)).result.rows).toHaveLength(1)
  })

  it('with a column that has no text form names it', async () => {
    const answer = { metaData: [{ name: 'PLACE', dbTypeName: 'BFILE' }], rows: [[{}]] }
    await expect(run({ statement: 'select place from town' }, answer)).rejects.toMatchObject({
      column: 'PLACE (BFILE)',
    })
  })
})

describe('a change of Oracle', () => {
  it('may be carried out only from its commit on', async () => {
    const statement = 'update town set area = :p1'
    const { calls, result } = await run({ statement, changes: true, values: ['1'] }, { rowsAffected: 7 })
    expect(calls.slice(1)).toEqual([statement, 'start', 'commit'])
    expect(result).toEqual({ columns: ['affected'], rows: [['7']] })
  })

  it('that may commit itself may be carried out from its start on', async () => {
    const statement = 'call move_town(:p1)'
    const { calls, result } = await run({ statement, changes: true, values: ['1'] }, {})
    expect(calls.slice(1)).toEqual(['start', statement, 'start', 'commit'])
    expect(result).toEqual({ columns: ['affected'], rows: [[null]] })
  })

  it.each([
    ['insert into town (code) values (:p1)', false],
    [' -- call\n/* call */ Merge into town using dual on (1 = 1) when matched then update set area = 1', false],
    ['delete from town', false],
    ['call move_town(:p1)', true],
    ['select move_town(:p1) from dual', true],
    ['with t as (select 1 from dual) select move_town(1) from t', true],
  ])('%s may commit itself: %s', (statement, may) => expect(mayCommitItself(statement)).toBe(may))

  it.each([
    // A procedure may have committed a part before its error, whatever the error is.
    ['call pay_all(:p1)', 'database', 'ORA-20001', true],
    ['call pay_all(:p1)', 'database', 'ORA-00060', true],
    ['select pay_all(:p1) from dual', 'database', 'ORA-01403', true],
    ['update town set area = :p1', 'database', 'ORA-00060', false],
    ['insert into town (code) values (:p1)', 'database', 'ORA-00001', false],
    // The connection is lost, or the time is over, after it was sent.
    ['update town set area = :p1', 'driver', 'NJS-500', true],
    ['update town set area = :p1', 'driver', 'NJS-123', true],
    ['call pay_all(:p1)', 'driver', 'NJS-098', false],
  ] as const)('%s with the %s error %s may be carried out: %s', (statement, from, code, may) =>
    expect(mayBeCarriedOut({ from, code }, statement)).toBe(may),
  )
})
