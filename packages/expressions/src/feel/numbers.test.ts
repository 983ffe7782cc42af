import { describe, expect, it } from 'vitest'
import { compileOk, createScope, evaluate, expectValues } from './test-feel.ts'

describe('numbers', () => {
  it('are decimal, so that tenths add up', () => {
    expectValues({
      '0.1 + 0.2 = 0.3': true,
      '1.005 * 1000': 1005,
      '1.1 * 1.1': 1.21,
      '3 * (1 / 3) = 0.9999999999999999999999999999999999': true,
      'string(2 / 3)': '0.6666666666666666666666666666666667',
    })
  })

  it('stay exact beyond what a double holds', () => {
    expectValues({
      '9007199254740991 + 1': 9007199254740992n,
      '12345678901234567890 + 1': 12345678901234567891n,
      '9007199254740992 - 1': 9007199254740991,
      '9007199254740993 = 9007199254740992': false,
    })
  })

  it('are one value in all their writings', () => {
    expectValues({
      '1 = 1.0': true,
      '1e3 = 1000': true,
      '.5 = 0.50': true,
      '[1.0] = [1]': true,
      '-0 = 0': true,
      '1.5e-3': 0.0015,
    })
  })

  it('bind as the grammar says: a sign before a power, powers from the left', () => {
    expectValues({
      '-3 ** 2': 9,
      '2 ** 3 ** 2': 64,
      '2 + 3 * 4': 14,
      '10 - 4 - 3': 3,
      '2 ** -1': 0.5,
      '- -3': 3,
      '6 / 3 / 2': 1,
    })
  })

  it('give null where there is no result', () => {
    expectValues({
      '1 / 0': null,
      '0 / 0': null,
      '(-4) ** 0.5': null,
      '1e6000 * 1e6000': null,
      '2 ** 1e400': null,
      '1 ** 1000000000': null,
      '1 + "a"': null,
      '1 + null': null,
      '[1] + 1': null,
      '-"a"': null,
      '"a" * 2': null,
      '{} + {}': null,
    })
  })

  it('refuse a literal beyond their range', () => {
    expect(() => compileOk('1e9999')).toThrow('Expected a number below 1e6145')
  })

  it('are rounded in every direction', () => {
    expectValues({
      'decimal(2.5, 0)': 2,
      'decimal(1 / 3, 2)': 0.33,
      'decimal(1234.5, -2)': 1200,
      'floor(-1.56, 1)': -1.6,
      'floor(1.5)': 1,
      'ceiling(-1.5)': -1,
      'ceiling(1.51, 1)': 1.6,
      'round up(5.5, 0)': 6,
      'round up(-1.126, 2)': -1.13,
      'round down(-1.126, 2)': -1.12,
      'round half up(-2.5, 0)': -3,
      'round half down(2.5, 0)': 2,
      'round half down(2.51, 0)': 3,
      'decimal(5.5, 6177)': null,
      'ceiling(1.5, null)': null,
    })
  })

  it('have the functions of the standard', () => {
    expectValues({
      'abs(-1.5)': 1.5,
      'modulo(12, 5)': 2,
      'modulo(-12, 5)': 3,
      'modulo(12, -5)': -3,
      'modulo(10.1, 4.5)': 1.1,
      'modulo(5, 0)': null,
      'sqrt(16)': 4,
      'sqrt(-1)': null,
      'decimal(log(20), 4)': 2.9957,
      'log(0)': null,
      'decimal(exp(2), 4)': 7.3891,
      'odd(-3)': true,
      'odd(2.5)': false,
      'even(0)': true,
      'even("2")': null,
      'number("1 000,5", " ", ",")': 1000.5,
      'number("1,000.5", ",", ".")': 1000.5,
      'number("1.000", ",", ",")': null,
      'number("1.5")': 1.5,
      'number("x")': null,
    })
  })

  it('come in and go out as plain values', () => {
    const variables = { tenth: 0.1, big: 2n ** 60n, nothing: Number.NaN, whole: 3 }
    expect(evaluate('tenth + 0.2', variables)).toBe(0.3)
    expect(evaluate('big + 1', variables)).toBe(2n ** 60n + 1n)
    expect(evaluate('nothing', variables)).toBeNull()
    expect(evaluate('huge', { huge: 10n ** 1_000_000n })).toBeNull()
    expect(evaluate('string length(string(-most))', { most: 9n * 10n ** 6144n })).toBe(6146)
    expect(evaluate('whole / 2', variables)).toBe(1.5)
  })

  it('are read again at each evaluation', () => {
    const expression = compileOk('a + b')
    expect(expression.evaluate(createScope({ a: 1, b: 2 }))).toBe(3)
    expect(expression.evaluate(createScope({ a: 10, b: 0.5 }))).toBe(10.5)
  })
})
