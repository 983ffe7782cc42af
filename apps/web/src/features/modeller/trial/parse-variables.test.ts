import { describe, expect, it } from 'vitest'
import { parseVariables, writeVariables } from './parse-variables.ts'

describe('variables as they are typed', () => {
  it.each([
    ['amount = 250', 'Integer', 250],
    ['amount = 3000000000', 'Long', 3_000_000_000],
    ['amount = 12345678901234567', 'Long', '12345678901234567'],
    ['rate=0.5', 'Double', 0.5],
    ['isUrgent = true', 'Boolean', true],
    ['nothing = null', 'Null', null],
    ['name = Zoë = 1', 'String', 'Zoë = 1'],
    ['code = "007"', 'String', '007'],
    ['list = [1, "a"]', 'Json', '[1,"a"]'],
    ['at = 2026-03-02T10:00:00+01:00', 'Date', '2026-03-02T09:00:00.000Z'],
    ['empty =', 'String', ''],
  ])('%s is of the type %s', (line, type, value) => {
    const parsed = parseVariables(line)
    expect(parsed.ok && parsed.variables[0]).toMatchObject({ type, value })
  })

  it('are written so that they are read again unchanged', () => {
    const text = 'a = 1\nb = text\nc = "12"\nd = [1]\ne = 2026-03-02T09:00:00.000Z\nf = null\ng = true'
    const parsed = parseVariables(text)
    expect(parsed.ok && writeVariables(parsed.variables)).toBe(text)
  })

  it('are refused by the line that is none', () => {
    expect(parseVariables('a = 1\n\nb')).toEqual({ ok: false, line: 3 })
    expect(parseVariables('= 1')).toEqual({ ok: false, line: 1 })
  })
})
