import { expect, test } from 'vitest'
import { buildDocument, buildField, enter, listProblemCodes } from '../testing/build-form.ts'
import { getFieldDefinition } from './registry.ts'

const context = { timeZone: 'UTC' }

test('text is kept as it was typed, and blank text is no value', () => {
  expect(enter('text', ' Ines  Duarte ')).toBe(' Ines  Duarte ')
  for (const blank of ['', '   ', null, undefined]) expect(enter('text', blank)).toBeNull()
})

test.each(['\u200B', ' \u200B\u2060 ', '\uFEFF', '\u00AD', '\u3164', '\u2800', '\u{E0020}'])(
  '%j shows nothing, and is no value',
  (unseen) => {
    for (const type of ['text', 'textarea', 'email', 'phone', 'url'] as const) expect(enter(type, unseen)).toBeNull()
    expect(enter('rich-text', `<p>${unseen}</p>`)).toBeNull()
    expect(enter('masked', unseen, { mask: '00-00' })).toBeNull()
    expect(enter('tags', [unseen, 'a'])).toEqual(['a'])
    expect(enter('text', `a${unseen}`)).toBe(`a${unseen}`)
  },
)

test('pasted line breaks become blanks in one line of text', () => {
  expect(enter('text', 'a\r\nb\nc')).toBe('a b c')
})

test.each([5, true, {}, [], ['a']])('%j is no text', (input) => {
  expect(enter('text', input)).toBe('!text.invalid')
})

test('lengths are limited as the field says', () => {
  expect(enter('text', 'abc', { minLength: 3, maxLength: 3 })).toBe('abc')
  expect(enter('text', 'ab', { minLength: 3 })).toBe('!text.too-short')
  expect(enter('text', 'abcd', { maxLength: 3 })).toBe('!text.too-long')
})

test('text without a limit of its own ends at a hundred thousand characters', () => {
  expect(enter('text', 'a'.repeat(100_001))).toBe('!text.too-long')
})

test.each(['é', 'e\u0301', '👨‍👩‍👧', '🇵🇹', '日'])(
  'a long text of %s is counted in a time that grows with its length',
  (character) => {
    const { props } = buildField('text', { maxLength: 200 })
    const check = (text: string) => getFieldDefinition('text').check(text, props, context)
    expect(check(character.repeat(200))).toEqual([])
    const count = Math.floor(100_000 / character.length)
    const started = process.threadCpuUsage().user / 1000
    expect(check(character.repeat(count))).toEqual([{ code: 'text.too-long', params: { max: 200, length: count } }])
    expect(process.threadCpuUsage().user / 1000 - started).toBeLessThan(1_000)
    const length = 1_000_000 * character.length
    expect(check(character.repeat(1_000_000))).toEqual([{ code: 'text.too-long', params: { max: 200, length } }])
  },
)

test('a pattern must match the whole text, and its message is the form’s own', () => {
  expect(enter('text', 'AB12', { pattern: '[A-Z]{2}\\d{2}' })).toBe('AB12')
  expect(enter('text', 'xAB12', { pattern: '[A-Z]{2}\\d{2}' })).toBe('!text.pattern')
  const field = buildField('text', { pattern: '\\d', patternMessage: 'Enter one digit.' })
  expect(getFieldDefinition('text').check('x', field.props, context)).toEqual([
    { code: 'text.pattern', params: { message: 'Enter one digit.' } },
  ])
})

test('a long text never reaches a pattern', () => {
  expect(enter('text', 'a'.repeat(1_001), { pattern: 'a*' })).toBe('!text.too-long')
})

test('script, HTML and control characters are refused, comparisons are not', () => {
  for (const hostile of [
    '<script>alert(1)</script>',
    '<img src=x onerror=y>',
    '</p>',
    '<!-- x',
    'a\u0000b',
    'a\u001Bb',
    '\uD800',
  ]) {
    expect(enter('text', hostile)).toBe('!text.markup')
  }
  for (const harmless of ['a < b', '1<2', 'x <- y', '😀', 'tab\there']) expect(enter('text', harmless)).toBe(harmless)
  expect(enter('text', '<b>x</b>', { allowMarkup: true })).toBe('<b>x</b>')
})

test('contradicting lengths do not compile', () => {
  expect(listProblemCodes(buildDocument([{ type: 'text', key: 'a', minLength: 5, maxLength: 4 }]))).toEqual([
    'property.conflict',
  ])
  expect(listProblemCodes(buildDocument([{ type: 'text', key: 'a', pattern: 'x', maxLength: 5000 }]))).toEqual([
    'property.conflict',
  ])
})

test('the variable is a String, and other simple variables are shown as text', () => {
  const { fromVariable, toVariables } = getFieldDefinition('text')
  expect(toVariables('a', 'x', {}, context)).toEqual([{ name: 'a', type: 'String', value: 'x' }])
  expect(toVariables('a', null, {}, context)).toEqual([{ name: 'a', type: 'String', value: null }])
  expect(fromVariable({ type: 'Long', value: 12345678901234567890n }, context)).toBe('12345678901234567890')
})

test.each(['👩‍👩‍👧‍👦', 'e\u0301', '🇳🇴', 'ก็'])('%s counts as one character', (sign) => {
  expect(enter('text', sign + sign, { minLength: 2, maxLength: 2 })).toBe(sign + sign)
  expect(enter('text', sign.repeat(3), { maxLength: 2 })).toBe('!text.too-long')
  expect(enter('textarea', sign, { minLength: 2 })).toBe('!text.too-short')
})
