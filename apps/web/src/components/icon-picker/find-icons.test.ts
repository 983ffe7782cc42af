import { expect, it } from 'vitest'
import { findIcons } from './find-icons.ts'

const names = ['calendar', 'calendar-plus', 'home', 'home-plus', 'plus', 'smart-home', 'user']
const words: Record<string, number[]> = {}
for (const [place, name] of names.entries())
  for (const word of name.split('-')) words[word] = [...(words[word] ?? []), place]
const index = { set: 'tabler', names, words }

it.each([
  ['', names],
  ['  ', names],
  ['home', ['home', 'home-plus', 'smart-home']],
  ['HO', ['home', 'home-plus', 'smart-home']],
  ['plus home', ['home-plus']],
  ['cal pl', ['calendar-plus']],
  ['home:tabler', []],
  ['constructor', []],
  ['<script>', []],
  ['nothing', []],
])('“%s” finds %o', (query, found) => {
  expect(findIcons(index, query)).toEqual(found)
})
