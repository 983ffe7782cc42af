import type { DatabaseTable } from '@millrace/contract'
import { expect, it } from 'vitest'
import { findTableCompletions } from './find-table-completions.ts'

const table = (name: string, ...columns: string[]): DatabaseTable => ({
  ...{ schema: 'public', name, kind: 'table' },
  columns: columns.map((column) => ({ name: column, type: 'text', isNullable: true, isKey: false, reference: null })),
})
const tables = [table('customer', 'id', 'city'), table('orders', 'id', 'customer_id')]
const offered = (statement: string, isAsked = false) =>
  findTableCompletions(statement, statement.length, tables, isAsked)?.found.map(({ name }) => name) ?? null

it.each([
  ['select ci', ['city']],
  ['select * from cust', ['customer', 'customer_id']],
  ['select CITY from OR', ['orders']],
  ['select customer.', ['id', 'city']],
  ['select * from customer c where c.', ['id', 'city']],
  ['select * from customer as c, orders o where o.cu', ['customer_id']],
  ['select city', null],
  ["select 'cust", null],
  ['select :cust', null],
  ['select unknown.', null],
  ['select ', null],
  ['', null],
])('behind “%s” it offers %s', (statement, expected) => {
  expect(offered(statement)).toEqual(expected)
})

it('offers all names where it is asked, and replaces the word before the caret only', () => {
  expect(offered('select ', true)).toEqual(['customer', 'orders', 'id', 'city', 'customer_id'])
  expect(findTableCompletions('select ci from customer', 9, tables)).toMatchObject({ from: 7, to: 9 })
})
