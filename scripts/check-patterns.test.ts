import { describe, expect, it } from 'vitest'
import { findPatternProblems, findSlowPatterns } from './check-patterns.ts'
import { findSlowness } from './linear/prove.ts'

it('finds no regular expression in the product that may take more than linear time', () => {
  expect(findPatternProblems()).toEqual([])
})

describe('findSlowPatterns', () => {
  const path = 'apps/server/src/features/users/routes.ts'
  const check = (text: string) => findSlowPatterns([{ path, text }], new Set(['/a+b/']))

  it.each([
    [
      'a literal that nobody has proved',
      '// one\nconst word = /x*y/',
      `${path}:2: Expected a regular expression that is proved linear, but /x*y/ is not.`,
    ],
    ['other flags than the proved ones', 'text.split(/a+b/i)', `${path}:1: `],
    ['a literal in a template and in JSX', 'const a = `${/c+/.test(b)}`', '/c+/'],
    [
      'one that is put together',
      'new RegExp(word)',
      `${path}: Expected 0 regular expressions that are put together at run time`,
    ],
    ['one that is put together by a call', 'RegExp(word)', 'but there are 1'],
  ])('reports %s', (_, text, sentence) => {
    expect(check(text)).toEqual([expect.stringContaining(sentence)])
  })

  it.each(['/a+b/', '/^[a-z]{2}$/', '/a?b/', '1 / 2 * 3 / 4', '"/a*b/"', '// /a*b/'])(
    'has nothing against %s',
    (text) => {
      expect(check(`const it = ${text}\n1`)).toEqual([])
    },
  )
})

describe('findSlowness', () => {
  it.each([
    ['one that begins again at each place', '=+$', ''],
    ['two repetitions of the same', '^[a-z][a-z0-9-]*(?:[^>])*>', 'i'],
    ['an end that never comes', '<!--[^]*?-->', 'g'],
    ['an end that never comes, where a shorter text will do', String.raw`\/\*[^]*?\*\/|[^]`, 'g'],
    ['one that goes back and forth', '^(a+)+$', ''],
  ])('finds %s', (_, source, flags) => {
    expect(findSlowness(source, flags)).not.toBeNull()
  })

  it.each([
    ['^[a-z][a-z0-9-]*(?![a-z0-9-])[^>]*>', 'i'],
    ['<!--[^]*?(?:-->|$)', 'g'],
    [String.raw`\/\*[^]*?(?:\*\/|$)|[^]`, 'g'],
  ])('proves /%s/%s', (source, flags) => {
    expect(findSlowness(source, flags)).toBeNull()
  })
})
