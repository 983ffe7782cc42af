import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as api from '../api.ts'
import { type ListDescription, operatorsOf } from '../list/define-list.ts'
import { readListState, writeListState } from '../list/list-state.ts'

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const modules: Record<string, unknown>[] = await Promise.all(
  files.map((name) => import(join(import.meta.dirname, name))),
)
const lists = modules.flatMap((exports) =>
  Object.entries(exports)
    .filter(([name]) => name.endsWith('List'))
    .map(([, list]) => list as ListDescription),
)

describe.each(lists)('$name', (list) => {
  it('is what three calls of its name are about', () => {
    const [subject = '', name = ''] = list.name.split('.')
    const calls = (api as Record<string, Record<string, unknown>>)[subject] ?? {}
    for (const call of [name, `${name}Count`, `${name}Export`]) expect(calls).toHaveProperty(call)
  })

  it('has one column that is always there, and an order of its own sorts', () => {
    const columns = Object.values(list.columns)
    expect(columns.map(({ isFixed }) => isFixed).indexOf(true)).toBe(0)
    expect(columns.filter(({ isFixed, isHidden }) => isFixed && isHidden)).toEqual([])
    expect(list.order.map((key) => key.replace(/^-/, '')).filter((key) => !list.sorts.includes(key))).toEqual([])
    // A sort that no column shows could not be chosen at its head.
    expect(list.sorts.filter((key) => !Object.hasOwn(list.columns, key))).toEqual([])
  })

  it('narrows by operators that the type of each filter has', () => {
    for (const filter of Object.values(list.filters))
      expect(operatorsOf[filter.type] as readonly string[]).toEqual(
        expect.arrayContaining([...(filter.operators ?? [])]),
      )
  })

  it('has views that its address can say', () => {
    for (const { search } of Object.values(list.views ?? {}))
      expect(writeListState(list, readListState(list, search))).toEqual(search)
  })
})
