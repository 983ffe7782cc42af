import { expect, it } from 'vitest'
import { z } from 'zod'
import { disablableRowOf, fields, recordOf } from './record-fields.ts'

const entered = z.object({
  note: fields.text(10),
  budget: fields.number({ min: 0, max: 100 }),
  from: fields.day(),
  isOpen: fields.flag(),
  kind: fields.choice(['main', 'support']),
  owner: fields.person(),
})

const owner = { username: 'ines', displayName: 'Ines Duarte' }
const about = { id: '1', createdAt: '2030-01-07T09:00:00.000Z', createdBy: owner }

it('makes what is left out empty, no, or the first choice', () => {
  const empty = { note: '', budget: null, from: null, isOpen: false, kind: 'main', owner: null }
  expect(entered.parse({})).toEqual(empty)
})

it('takes what fits', () => {
  const given = { note: 'Ten', budget: 12.5, from: '2030-01-07', isOpen: true, kind: 'support', owner: 'ines' }
  expect(entered.parse(given)).toEqual(given)
})

it.each([
  { note: 'longer than ten' },
  { note: '<script>' },
  { budget: -1 },
  { budget: 101 },
  { budget: '12' },
  { budget: Number.NaN },
  { from: '2030-02-30' },
  { from: '2030-01-07T09:00:00Z' },
  { isOpen: 'yes' },
  { kind: 'other' },
  { owner: '' },
  { owner: 7 },
])('refuses %j', (given) => {
  expect(entered.safeParse(given).success).toBe(false)
})

it('shows people by their names, and what was entered under older rules unchanged', () => {
  const shown = { note: 'longer than ten', budget: 1_000, from: null, isOpen: false, kind: 'main', owner }
  expect(disablableRowOf(entered).parse({ ...about, ...shown, isDisabled: true })).toEqual({
    ...about,
    ...shown,
    isDisabled: true,
  })
  const record = { ...about, ...shown, revision: 3, updatedAt: about.createdAt, updatedBy: null }
  expect(recordOf(entered).parse(record)).toEqual(record)
  expect(recordOf(entered).safeParse({ ...record, owner: 'ines' }).success).toBe(false)
})
