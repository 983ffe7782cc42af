import { expect, it } from 'vitest'
import { toSafeReturnUrl } from './safe-return-url.ts'

it.each([
  '/',
  '/category/view/Home',
  '/tasks/assigned?sort=-created&q=a%20b#top',
  '/category/view/PreHome?user=ada@example.org',
  '/category/view/%E6%B3%A8',
])('keeps the page %j', (url) => {
  expect(toSafeReturnUrl(url)).toBe(url)
})

it.each([
  undefined,
  '',
  'category',
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  '/a/..//evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  ' //evil.example',
  '/a\\b',
  '/login',
  '/logout?x=1',
  '/sessionLogout',
])('goes to the first page instead of %j', (url) => {
  expect(toSafeReturnUrl(url)).toBe('/')
})
