import { defineList } from '@millrace/contract'
import { expect, it } from 'vitest'
import type { ColumnLayout } from '../../../lib/preferences.ts'
import { arrangeColumns, moveColumn, pinColumn, showColumn } from './arrange-columns.ts'

const text = { type: 'text', label: 'common.name' } as const
const list = defineList({
  name: 'things.all',
  columns: { name: { ...text, isFixed: true }, a: text, b: text, c: { ...text, isHidden: true }, d: text },
  sorts: [],
  order: [],
  filters: {},
})
const shown = (layout: ColumnLayout) =>
  arrangeColumns(list, layout).flatMap(({ name, isShown, isPinned }) =>
    isShown ? [isPinned ? `[${name}]` : name] : [],
  )

it('stands as the list has it until somebody moves, shows, hides or pins a column', () => {
  expect(shown({})).toEqual(['name', 'a', 'b', 'd'])
  expect(shown(moveColumn(list, {}, 'a', 1))).toEqual(['name', 'b', 'a', 'd'])
  expect(shown(moveColumn(list, {}, 'd', -1))).toEqual(['name', 'a', 'd', 'b'])
  expect(shown(showColumn({}, 'c', true))).toEqual(['name', 'a', 'b', 'c', 'd'])
  expect(shown(showColumn({}, 'b', false))).toEqual(['name', 'a', 'd'])
  expect(shown(pinColumn({}, 'd', true))).toEqual(['[name]', '[d]', 'a', 'b'])
  expect(shown(pinColumn(pinColumn({}, 'd', true), 'd', false))).toEqual(['name', 'a', 'b', 'd'])
})

it('never moves what names the row, nor out of the pinned ones, nor beyond the ends', () => {
  expect(moveColumn(list, {}, 'a', -1)).toEqual({})
  expect(moveColumn(list, {}, 'name', 1)).toEqual({})
  expect(moveColumn(list, {}, 'd', 1)).toEqual({})
  const pinned = pinColumn({}, 'd', true)
  expect(moveColumn(list, pinned, 'd', 1)).toBe(pinned)
  expect(shown(showColumn({}, 'name', false))).toEqual(['name', 'a', 'b', 'd'])
})

it('keeps its head when a layout names columns that no longer exist or lacks new ones', () => {
  expect(shown({ order: ['gone', 'd', 'a'], shown: { gone: true }, pinned: ['gone'] })).toEqual(['name', 'd', 'a', 'b'])
})
