import { expect, test } from 'vitest'
import { enter } from '../testing/build-form.ts'

test('lines are kept, and end alike from every client', () => {
  expect(enter('textarea', 'a\r\nb\rc\nd')).toBe('a\nb\nc\nd')
  expect(enter('textarea', 'a\r\nb', { maxLength: 3 })).toBe('a\nb')
})

test('the rules of text hold', () => {
  expect(enter('textarea', ' \n ')).toBeNull()
  expect(enter('textarea', 7)).toBe('!text.invalid')
  expect(enter('textarea', 'ab', { minLength: 3 })).toBe('!text.too-short')
  expect(enter('textarea', 'line\n<script>')).toBe('!text.markup')
})
