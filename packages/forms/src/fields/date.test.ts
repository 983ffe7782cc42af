import { expect, test } from 'vitest'
import { buildDocument, enter, listProblemCodes } from '../testing/build-form.ts'
import { getFieldDefinition } from './registry.ts'

const { present, toVariables, fromVariable, read } = getFieldDefinition('date')
const berlin = { timeZone: 'Pacific/Auckland', dayZone: 'Europe/Berlin' }

test('a day is typed DD/MM/YYYY and kept as ISO 8601', () => {
  expect(enter('date', '24/11/2026')).toBe('2026-11-24')
  expect(present('2026-11-24', {}, berlin)).toBe('24/11/2026')
  expect(enter('date', ' ')).toBeNull()
})

test('an instant gives the day on which it falls in the time zone of days', () => {
  expect(enter('date', '2026-11-23T23:00:00.000+0000')).toBe('2026-11-24')
})

test('a day that does not exist is no day', () => {
  expect(enter('date', '31/11/2026')).toBe('!date.no-such-day')
})

test.each(['11/24/2026', 'soon', 20261124, true, [], {}, new Date(0)])('%j is no day', (entry) => {
  expect(enter('date', entry)).toBe('!date.invalid')
})

test('bounds are inclusive', () => {
  const props = { min: '2026-11-01', max: '2026-11-30' }
  expect(enter('date', '01/11/2026', props)).toBe('2026-11-01')
  expect(enter('date', '30/11/2026', props)).toBe('2026-11-30')
  expect(enter('date', '31/10/2026', props)).toBe('!date.too-early')
  expect(enter('date', '01/12/2026', props)).toBe('!date.too-late')
})

test('the variable is the instant at which the day begins in the time zone of days, and comes back as that day', () => {
  const [variable] = toVariables('a', '2026-07-01', {}, berlin)
  expect(variable).toEqual({ name: 'a', type: 'Date', value: '2026-06-30T22:00:00.000Z' })
  const entry = fromVariable({ type: 'Date', value: '2026-06-30T22:00:00.000Z' }, berlin)
  expect(read(entry, {}, berlin)).toEqual({ ok: true, value: '2026-07-01' })
})

test('contradicting or unreadable bounds do not compile', () => {
  expect(listProblemCodes(buildDocument([{ type: 'date', key: 'a', min: '2026-02-02', max: '2026-02-01' }]))).toEqual([
    'property.conflict',
  ])
  expect(listProblemCodes(buildDocument([{ type: 'date', key: 'a', min: '2026-02-30' }]))).toEqual(['property.invalid'])
  expect(listProblemCodes(buildDocument([{ type: 'date', key: 'a', min: '30/01/2026' }]))).toEqual(['property.invalid'])
})
