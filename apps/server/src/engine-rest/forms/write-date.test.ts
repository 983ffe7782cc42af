import { describe, expect, it } from 'vitest'
import { writeDate } from './write-date.ts'

describe('a date in a pattern of a form', () => {
  it.each([
    ['dd/MM/yyyy', '05/02/2026'],
    ['d.M.yy', '5.2.26'],
    ["yyyy-MM-dd'T'HH:mm:ss.SSS", '2026-02-05T09:07:03.040'],
    ["dd' o''clock'", "05 o'clock"],
    ['EEE dd', 'EEE 05'],
  ])('%s is written as %s', (pattern, text) => {
    expect(writeDate(new Date('2026-02-05T09:07:03.040Z'), pattern)).toBe(text)
  })
})
