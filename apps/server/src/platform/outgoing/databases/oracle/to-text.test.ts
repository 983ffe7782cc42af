import { expect, it } from 'vitest'
import { toText } from './to-text.ts'

const time = new Date('2026-03-29T02:30:05.070Z')
const exact = (nanoseconds: number) => Object.assign(new Date(time), { nanoseconds })

it.each([
  [null, 'NUMBER', null],
  [undefined, 'VARCHAR2', null],
  ['.5', 'NUMBER', '0.5'],
  ['-.05', 'NUMBER', '-0.05'],
  ['12345678901234567890123456789012345678', 'NUMBER', '12345678901234567890123456789012345678'],
  ['.5', 'VARCHAR2', '.5'],
  [1.5, 'BINARY_DOUBLE', '1.5'],
  [true, 'BOOLEAN', 'true'],
  [time, 'DATE', '2026-03-29 02:30:05'],
  [time, 'TIMESTAMP', '2026-03-29 02:30:05.070'],
  [exact(70_000_000), 'TIMESTAMP', '2026-03-29 02:30:05.070'],
  [exact(70_001_000), 'TIMESTAMP', '2026-03-29 02:30:05.070001'],
  [exact(70_000_010), 'TIMESTAMP', '2026-03-29 02:30:05.070000010'],
  [exact(70_120_000), 'TIMESTAMP WITH TIME ZONE', '2026-03-29T02:30:05.070120+00:00'],
  [time, 'TIMESTAMP WITH TIME ZONE', '2026-03-29T02:30:05.070+00:00'],
  [time, 'TIMESTAMP WITH LOCAL TIME ZONE', '2026-03-29 02:30:05.070'],
  [Buffer.from([0, 255]), 'RAW', '\\x00ff'],
  [new Uint8Array([1]), 'BLOB', '\\x01'],
  [{ a: [1, null] }, 'JSON', '{"a":[1,null]}'],
  [new Float32Array([1, 0.5]), 'VECTOR', '[1,0.5]'],
  [{ years: 1, months: 2 }, 'INTERVAL YEAR TO MONTH', 'P1Y2M'],
  [{ years: 0, months: 0 }, 'INTERVAL YEAR TO MONTH', 'PT0S'],
  [{ days: 3, hours: 0, minutes: 4, seconds: 5, fseconds: 60_000_000 }, 'INTERVAL DAY TO SECOND', 'P3DT4M5.06S'],
  [{ days: 0, hours: -1, minutes: -30, seconds: 0, fseconds: 0 }, 'INTERVAL DAY TO SECOND', '-PT1H30M'],
])('%j of type %s is %j', (value, type, text) => {
  expect(toText(value, type)).toBe(text)
})

it.each([
  [{}, 'CURSOR'],
  [{}, 'BFILE'],
  [{}, 'SDO_GEOMETRY'],
])('%j of type %s has no text form', (value, type) => {
  expect(() => toText(value, type)).toThrow(type)
})
