import { checkTimer } from '@millrace/time'
import { expect, it } from 'vitest'
import { durationUnits, readDuration, writeDuration } from './simple-duration.ts'

it.each(durationUnits)('a number of %s is written as timers read it, and read again', (unit) => {
  const text = writeDuration(12, unit)
  expect(readDuration(text)).toEqual({ amount: 12, unit })
  expect(checkTimer('duration', text, 'spring')).toEqual({ ok: true })
})

it.each(['', 'P1DT2H', 'P2W', 'PT0.5H', `\${wait}`, '= wait', 'PT30S', 'P', 'T2H'])(
  '“%s” is more than a number and a unit',
  (text) => {
    expect(readDuration(text)).toBeNull()
  },
)
