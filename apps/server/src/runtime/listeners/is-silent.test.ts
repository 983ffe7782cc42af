import { expect, it } from 'vitest'
import { isSilent } from './is-silent.ts'

const now = new Date('2026-11-29T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

it.each([
  ['nothing has ever arrived', null, 60, false],
  ['too little has arrived to know what is usual', ago(10_000_000), null, false],
  ['several deliveries a minute, and none for an hour', ago(3_600), 5, false],
  ['several deliveries a minute, and none for longer', ago(3_601), 5, true],
  ['one each day, and none for two days', ago(2 * 86_400), 86_400, false],
  ['one each day, and none for three days', ago(3 * 86_400), 86_400, false],
  ['one each day, and none for longer than three days', ago(3 * 86_400 + 1), 86_400, true],
  ['a delivery of a server whose clock is ahead', ago(-600), 5, false],
] as const)('a listener is silent for longer than usual: %s', (_, acceptedAt, usualSeconds, expected) => {
  expect(isSilent({ acceptedAt, usualSeconds }, now)).toBe(expected)
})
