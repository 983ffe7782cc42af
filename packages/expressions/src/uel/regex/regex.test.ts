// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions are written like that
import { describe, expect, test } from 'vitest'
import { evaluateUel, exhaustUel, failUel } from '../test-uel.ts'

const matches = (text: string, pattern: string) => evaluateUel('${text.matches(pattern)}', { text, pattern })

describe('matches', () => {
  test.each([
    ['hello', 'h.*o', true],
    ['hello', 'ell', false],
    ['', '', true],
    ['', 'a*', true],
    ['ab\n', 'ab.', false],
    ['ab\n', '(?s)ab.', true],
    ['HELLO', '(?i)hello', true],
    ['STRASSE', '(?i)straße', false],
    ['a1_', '\\w+', true],
    ['é', '\\w', false],
    ['é', '\\p{L}', true],
    ['Ω', '\\p{IsGreek}', true],
    ['x', '\\p{Alpha}', true],
    ['5', '\\P{Alpha}', true],
    ['12-34', '\\d{2}-\\d{2,3}', true],
    ['12-3', '\\d{2}-\\d{2,3}', false],
    ['aaa', 'a{2}', false],
    ['b', '[^a]', true],
    ['-', '[a-]', true],
    [']', '[]a]', true],
    ['e', '[a-z&&[^aeiou]]', false],
    ['f', '[a-z&&[^aeiou]]', true],
    ['d', '[a-c[d-f]]', true],
    ['B', '(?i)[a-c]', true],
    ['ab', '(?:a|ab)(?:b|)', true],
    ['me@example.org', '^[\\w.+-]+@[\\w-]+(\\.[a-z]{2,})+$', true],
    ['a.b', '\\Qa.b\\E', true],
    ['axb', '\\Qa.b\\E', false],
    ['\u{1F600}', '.', true],
    ['\u{1F600}', '[\u{1F600}-\u{1F64F}]', true],
    ['A', '\\x41', true],
    ['A', '\\u0041', true],
    ['foo bar', '.*\\bbar', true],
    ['foobar', '.*\\bbar', false],
    ['x\ny', '(?m)^x$\\n^y$', true],
    ['abc', '(?<first>a)bc', true],
  ])('%j by %j is %s', (text, pattern, expected) => {
    expect(matches(text, pattern)).toBe(expected)
  })
})

describe('replace and split', () => {
  test.each([
    ["'a1b22'.replaceAll('[0-9]+', '#')", 'a#b#'],
    ["'John Smith'.replaceAll('(\\\\w+) (\\\\w+)', '$2, $1')", 'Smith, John'],
    ["'abc'.replaceFirst('[a-c]', '<$0>')", '<a>bc'],
    ["'aaa'.replaceAll('a*?', '-')", '-a-a-a-'],
    ["'abc'.replaceAll('', '-')", '-a-b-c-'],
    ["'abab'.replaceAll('(a)|(b)', '[$1$2]')", '[a][b][a][b]'],
    ["'a'.replaceAll('a', '\\\\$1')", '$1'],
    ["'aXbXc'.split('X')", ['a', 'b', 'c']],
    ["'boo:and:foo'.split('o')", ['b', '', ':and:f']],
    ["'boo:and:foo'.split('o', -1)", ['b', '', ':and:f', '', '']],
    ["'boo:and:foo'.split(':', 2)", ['boo', 'and:foo']],
    ["'a, b;c'.split('[,;] *')", ['a', 'b', 'c']],
    ["'abc'.split('')", ['a', 'b', 'c']],
    ["',a'.split(',')", ['', 'a']],
    ["'abc'.split(',')", ['abc']],
    ["''.split(',')", ['']],
    ["',,'.split(',')", []],
    ["'a.b'.split('.')", []],
    ["'a.b'.split('\\\\.')", ['a', 'b']],
    ["'a|b'.split('\\\\|').get(1)", 'b'],
  ])('%s is %j', (source, expected) => {
    expect(evaluateUel(`\${${source}}`)).toEqual(expected)
  })

  test('prefers alternatives and lengths as backtracking does', () => {
    const longest = (pattern: string) => evaluateUel('${"aabab".replaceFirst(p, "_")}', { p: pattern })
    expect(['a|aa', 'aa|a', 'a+?', 'a+', '(a|ab)+', '(?:a|ab)(?:b|)'].map(longest)).toEqual([
      '_abab',
      '_bab',
      '_abab',
      '_bab',
      '_bab',
      '_abab',
    ])
  })
})

describe('what cannot be matched in linear time, or is faulty', () => {
  test.each(['(a)\\1', '(?=a)', '(?!a)', '(?<=a)', '(?>a)', 'a++', '\\k<x>'])('%s is refused by name', (pattern) => {
    expect(failUel('${"a".matches(p)}', { p: pattern }).message).toContain('do not support')
  })

  test.each([
    '(',
    ')',
    '[',
    '*',
    'a{2',
    'a{2,1}',
    'a{99999}',
    '[z-a]',
    '\\',
    '\\p{Nope}',
    '(?<1>a)',
    '\\y',
    '(?q)a',
    '\\u00',
  ])('%s is refused', (pattern) => {
    expect(failUel('${"a".matches(p)}', { p: pattern }).message).toMatch(/^Expected .*, but .*\.$/)
  })

  test.each([
    ['(a+)+c', 'a'.repeat(5000)],
    ['(a|a)*c', 'a'.repeat(5000)],
    ['(a|aa)+c', 'a'.repeat(5000)],
    ['(.*)(.*)(.*)(.*)c', 'a'.repeat(5000)],
    ['(\\w*\\s*)*c', 'a '.repeat(2500)],
    ['((a*)*)*c', 'a'.repeat(5000)],
  ])('%s ends on a text made to keep backtracking busy', (pattern, text) => {
    expect(matches(text, pattern)).toBe(false)
  })

  test('a pattern and text that are too much for a moment are refused', () => {
    expect(exhaustUel('${t.replaceAll("(?:a?){500}b", "x")}', { t: 'a'.repeat(100_000) }).limit).toBe('work')
  })

  test('nested counts cannot make a pattern huge', () => {
    expect(failUel('${"a".matches("(((a{100}){100}){100})")}').message).toContain('too large')
    expect(failUel('${"a".matches("((?:){1000}){1000}")}').message).toContain('too large')
  })
})
