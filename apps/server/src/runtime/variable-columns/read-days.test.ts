import { expect, test } from 'vitest'
import { readDays } from './read-days.ts'

const filter = (value: string) => [{ name: 'variable', values: [value] }] as never

test.each([
  ['Europe/Berlin', '2026-10-12T22:00:00.000Z'],
  ['Pacific/Auckland', '2026-10-12T11:00:00.000Z'],
  ['Asia/Kathmandu', '2026-10-12T18:15:00.000Z'],
])('a filter for a day means where the day begins in %s', (zone, instant) => {
  expect(readDays(filter('from:instant:due%3Aon:2026-10-13'), zone)).toEqual(filter(`from:instant:due%3Aon:${instant}`))
})

test.each(['from:instant:due:2026-10-13T00:00:00Z', 'is:text:due:2026-10-13', 'is:number:due:5'])(
  '%s stays unchanged',
  (text) => {
    expect(readDays(filter(text), 'Europe/Berlin')).toEqual(filter(text))
  },
)
