import { describe, expect, it } from 'vitest'
import { createMeter, expressionBudgets } from '../meter.ts'
import { compileOk, createScope, evaluate, expectValues } from './test-feel.ts'

describe('strings', () => {
  it('have escapes and count code points', () => {
    expectValues({
      '"a\\nb" = "a\nb"': true,
      '"\\u0041\\U01F40E"': 'A🐎',
      '"\\d"': '\\d',
      'string length("🐎ab")': 3,
      'substring("🐎ab", 1, 1)': '🐎',
      '"🐎" > "\uffee"': true,
    })
  })

  it('are cut, searched and joined', () => {
    expectValues({
      'substring("foobar", 3)': 'obar',
      'substring("foobar", -2, 1)': 'a',
      'substring("foobar", 0)': null,
      'substring("foobar", 3, 0)': null,
      'substring("foobar", 7)': null,
      'substring before("foobar", "bar")': 'foo',
      'substring before("foobar", "xyz")': '',
      'substring after("foobar", "ob")': 'ar',
      'substring after("foobar", "")': 'foobar',
      'upper case("äb1")': 'ÄB1',
      'lower case("ÄB1")': 'äb1',
      'contains("foobar", "ob")': true,
      'starts with("foobar", "fo")': true,
      'ends with("foobar", "fo")': false,
      'string join(["a", null, "c"], "-")': 'a-c',
      'string join([], "-")': '',
      'string join(["a", 1])': null,
      '"a" + "b"': 'ab',
      '"a" + 1': null,
      'trim("  a ")': 'a',
    })
  })

  it('present every value', () => {
    expectValues({
      'string(1.50)': '1.5',
      'string(null)': null,
      'string(true)': 'true',
      'string([1, "a", null, @"P1D"])': '[1, "a", null, P1D]',
      'string({a: 1, "b c": "x", "{": "\\""})': '{a: 1, b c: "x", "{": "\\""}',
      'string([1..5))': '[1..5)',
      'string((< 3))': '< 3',
    })
  })

  it('match regular expressions of XPath', () => {
    expectValues({
      'matches("foobar", "^fo*b")': true,
      'matches("FOO", "foo", "i")': true,
      'matches("a\nb", "a.b")': false,
      'matches("a\nb", "a.b", "s")': true,
      'matches("a\nb", "^b$", "m")': true,
      'matches("hello world", "hello\\ sworld", "x")': true,
      'matches("helloworld", "hello[ ]world", "x")': false,
      'matches("a.b", "a.b", "q")': true,
      'matches("axb", "a.b", "q")': false,
      'matches("K", "[A-Z-[OI]]")': true,
      'matches("O", "[A-Z-[OI]]")': false,
      'matches("m", "\\p{Lu}", "i")': false,
      'matches("é", "\\p{IsBasicLatin}")': false,
      'matches("ܐ", "\\p{IsSyriac}")': true,
      'matches("①", "^\\p{IsEnclosedAlphanumerics}$")': true,
      'matches("😀", "^\\p{IsEmoticons}$")': true,
      'matches("a", "\\P{IsGeometricShapes}")': true,
      'matches("-", "^[a\\-z]$")': true,
      'matches("m", "^[a\\-z]$")': false,
      'matches("-", "^[+\\-\\.]$")': true,
      'matches(",", "^[+\\--9]$")': false,
      'matches(".", "^[+\\--9]$")': true,
      'matches("x-1", "^[\\w\\-]+$")': true,
      'matches("abab", "(ab)\\1")': true,
      'matches("٣", "\\d")': true,
      'matches("a", "a{2,3}")': false,
      'matches("aaa", "^a{2,3}$")': true,
    })
  })

  it('give null for a pattern or flag that is wrong', () => {
    expectValues({
      'matches("a", "(")': null,
      'matches("a", "[")': null,
      'matches("a", "a**")': null,
      'matches("a", "\\0")': null,
      'matches("a", "(a)\\2")': null,
      'matches("a", "[z-a]")': null,
      'matches("a", "[a-c-e]")': null,
      'matches("a", "\\p{Nothing}")': null,
      'matches("a", "a", "z")': null,
      'replace("abc", "b", "$")': null,
      'replace("abc", ".*?", "x")': null,
      'split("a", "(")': null,
    })
  })

  it('are replaced and split', () => {
    expectValues({
      'replace("abracadabra", "a.*?a", "*")': '*c*bra',
      'replace("abracadabra", "a(.)", "a$1$1")': 'abbraccaddabbra',
      'replace("facetiously", "[iouy]", "[$0]")': 'facet[i][o][u]sl[y]',
      'replace("darted", "^(.*?)d(.*)$", "$1c$2")': 'carted',
      'replace("a", "a", "$12")': '2',
      'replace("a b c d ", "[a-z]", "#", "x")': '# # # # ',
      'replace("a", "a", "\\\\$")': '$',
      'split("a, b;c", "[,;]\\s*")': ['a', 'b', 'c'],
      'split("abc", "")': ['a', 'b', 'c'],
      'split("a--b", "-")': ['a', '', 'b'],
      'extract("a1b22", "[0-9]+")': ['1', '22'],
    })
  })

  it('stop a pattern that would try forever', () => {
    expect(() => evaluate('matches(text, "(a+)+$")', { text: `${'a'.repeat(60)}!` })).toThrow(
      'Expected at most 10000000 units of work',
    )
  })

  it('charge a short pattern that stands for many parts, each time', () => {
    const expression = compileOk('matches("b", "((a{1,50}){1,50})")')
    const unitsOf = () => {
      const meter = createMeter(20_000, 'inline')
      expression.evaluate({ ...createScope(), allowance: { meter, isOnLoop: true, budgets: expressionBudgets } })
      return meter.used
    }
    expect(unitsOf()).toBeGreaterThan(600)
    expect(unitsOf()).toBe(unitsOf())
  })

  it('match long texts without using up the stack', () => {
    expect(evaluate('matches(text, "^(a|b)*$")', { text: 'ab'.repeat(50_000) })).toBe(true)
  })
})
