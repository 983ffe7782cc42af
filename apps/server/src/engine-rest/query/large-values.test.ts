import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { readLeftOut } from './large-values.ts'
import type { ListQuery } from './list-query.ts'

interface Row {
  readonly id: string
  readonly value: string | null
  readonly leftOut: number | null
}

const query: ListQuery<Row> = {
  columns: () => sql`x.id`,
  from: () => sql`things x`,
  reading: null,
  filters: {},
  sorts: {},
  tie: sql`x.id`,
  large: { columns: () => sql`x.id`, keyOf: ({ id }) => id, among: () => sql`true` },
}
const row = (id: string, leftOut: number | null): Row => ({
  id,
  value: leftOut === null ? `short ${id}` : null,
  leftOut,
})

/** Reads rows of which all but `gone` are found again. @returns the groups, and how often values were read. */
async function readAll(rows: readonly Row[], room: number, gone: readonly string[] = []) {
  const groups: (string | null)[][] = []
  let reads = 0
  const select = async () => {
    reads++
    return rows.filter(({ id }) => !gone.includes(id)).map(({ id }) => ({ id, value: `long ${id}`, leftOut: null }))
  }
  for await (const group of readLeftOut(query, rows, { room, select })) groups.push(group.map(({ value }) => value))
  return { groups, reads }
}

it('reads values that were left out in groups that have room together, in the order of the rows', async () => {
  const rows = [row('a', 60), row('b', null), row('c', 30), row('d', 20), row('e', 500), row('f', null), row('g', 1)]
  expect(await readAll(rows, 100)).toEqual({
    groups: [['long a', 'short b', 'long c'], ['long d'], ['long e'], ['short f', 'long g']],
    reads: 4,
  })
})

it('reads nothing again when no value was left out', async () => {
  expect(await readAll([row('a', null), row('b', null)], 100)).toEqual({ groups: [['short a', 'short b']], reads: 0 })
})

it('leaves out a row that is gone before its value is read', async () => {
  expect((await readAll([row('a', 10), row('b', null), row('c', 10)], 100, ['a'])).groups).toEqual([
    ['short b', 'long c'],
  ])
})
