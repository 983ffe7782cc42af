import { expect, test } from 'vitest'
import { enter } from '../testing/build-form.ts'
import { getFieldDefinition } from './registry.ts'

const { present, toVariables, toPlain } = getFieldDefinition('date-time')
const berlin = { timeZone: 'Europe/Berlin' }

test('a time is typed in the user’s zone and kept as an instant', () => {
  expect(enter('date-time', '24/11/2026 16:00')).toBe('2026-11-24T15:00:00.000Z')
  expect(present('2026-11-24T15:00:00.000Z', {}, berlin)).toBe('24/11/2026 16:00:00')
  expect(toVariables('a', '2026-11-24T15:00:00.000Z', {}, berlin)).toEqual([
    { name: 'a', type: 'Date', value: '2026-11-24T15:00:00.000Z' },
  ])
  expect(toPlain('2026-11-24T15:00:00.000Z', berlin)).toEqual(new Date('2026-11-24T15:00:00.000Z'))
})

test.each(['24/11/2026', '24/11/2026 25:00', 0, false, [], {}])('%j is no time', (entry) => {
  expect(enter('date-time', entry)).toBe('!date-time.invalid')
})

test('bounds are inclusive, and named in the user’s zone', () => {
  const props = { min: '2026-11-24T15:00:00.000Z', max: '2026-11-24T16:00:00.000Z' }
  expect(enter('date-time', '24/11/2026 16:00', props)).toBe('2026-11-24T15:00:00.000Z')
  expect(enter('date-time', '24/11/2026 15:59:59', props)).toBe('!date-time.too-early')
  expect(enter('date-time', '24/11/2026 17:00:01', props)).toBe('!date-time.too-late')
  expect(getFieldDefinition('date-time').check('2026-01-01T00:00:00.000Z', props, berlin)[0]?.params).toEqual({
    min: '24/11/2026 16:00:00',
  })
})
