import { expressionBudgets as budgets, createMeter, OutOfAllowance } from '@millrace/expressions'
import { describe, expect, it } from 'vitest'
import { richText } from './rich-text.ts'

describe('a rich text', () => {
  const context = (isOnLoop: boolean) => {
    const meter = isOnLoop ? createMeter(20_000, 'inline') : createMeter(10_000_000, 'work')
    return { timeZone: 'UTC', allowance: { meter, isOnLoop, budgets } }
  }
  const short = `<p>${'a'.repeat(9_000)}</p>`
  const long = `<p>${'a'.repeat(90_000)}</p>`
  const variable = (value: string) => ({ type: 'String', value })

  it('is read while others wait when it is short', () => {
    expect(richText.read(short, {}, context(true))).toEqual({ ok: true, value: short })
    expect(richText.fromVariable(variable(short), context(true))).toBe(short)
  })

  it('is left to a thread when it is long, and when many are read', () => {
    expect(() => richText.read(long, {}, context(true))).toThrow(OutOfAllowance)
    expect(() => richText.fromVariable(variable(long), context(true))).toThrow(OutOfAllowance)
    expect(() => richText.check(long, { maxLength: 100 }, context(true))).toThrow(OutOfAllowance)
    const one = context(true)
    expect(() => {
      for (let row = 0; row < 10; row++) richText.read(short, {}, one)
    }).toThrow(OutOfAllowance)
  })

  it('is read there, and in a browser, however long', () => {
    expect(richText.read(long, {}, context(false))).toEqual({ ok: true, value: long })
    expect(richText.read(long, {}, { timeZone: 'UTC' })).toEqual({ ok: true, value: long })
  })
})
