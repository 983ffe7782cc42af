import type { ListDescription, ListState, SavedView } from '@millrace/contract'
import { assignedTaskList } from '@millrace/contract/lists/tasks'
import { describe, expect, it, vi } from 'vitest'
import { changePlace, goTo, readListPlace, toQuery } from './list-place.ts'

const list: ListDescription = assignedTaskList
const mine = { id: '7', name: 'Mine', search: { q: 'invoice' }, columns: {} } as unknown as SavedView
const views = { items: [mine], defaultId: null }
const withDefault = { items: [mine], defaultId: mine.id }
interface Read {
  readonly says: string
  readonly search: Readonly<Record<string, string>>
  readonly views: typeof views | typeof withDefault
  readonly q: string
  readonly current: SavedView | null
}
interface Change {
  readonly from: Readonly<Record<string, string>>
  readonly change: Partial<ListState>
  readonly hasDefault: boolean
  readonly to: Readonly<Record<string, string>>
}

/** What stays in an address. */
const kept = (change: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

describe('the address of a list', () => {
  it.each<Read>([
    { says: 'the list as it comes', search: {}, views, q: '', current: null },
    { says: 'the view that the list opens with', search: {}, views: withDefault, q: 'invoice', current: mine },
    { says: 'the list in spite of that', search: { view: 'all' }, views: withDefault, q: '', current: null },
    { says: 'something of its own in spite of that', search: { q: 'x' }, views: withDefault, q: 'x', current: null },
    { says: 'a view', search: { view: '7' }, views, q: 'invoice', current: mine },
    { says: 'a view that was changed', search: { view: '7', changed: 'yes', q: 'x' }, views, q: 'x', current: mine },
  ])('says $says', ({ search, views, q, current }) => {
    const place = readListPlace(list, search, { views, remembered: null })
    expect(place).toMatchObject({ current, isGone: false, state: { q } })
  })

  it('keeps place and size of the page where it names a view', () => {
    const { state } = readListPlace(list, { view: '7', size: '100', after: 'abc' }, { views, remembered: null })
    expect(state).toMatchObject({ q: 'invoice', size: 100, after: 'abc' })
  })

  it('names a view that is gone once the views are known', () => {
    const gone = (known: typeof views | undefined) =>
      readListPlace(list, { view: '8' }, { views: known, remembered: null }).isGone
    expect([gone(undefined), gone(views)]).toEqual([false, true])
  })

  it('leaves what is shown to a view that is not known yet', () => {
    const isByView = (search: Record<string, string>, remembered: string | null) =>
      readListPlace(list, search, { views: undefined, remembered }).isByView
    expect([isByView({}, null), isByView({}, '7'), isByView({ q: 'x' }, '7'), isByView({ view: '7' }, null)]).toEqual([
      ...[false, true, false, true],
    ])
  })

  it.each<Change>([
    { from: {}, change: { q: 'x' }, hasDefault: false, to: { q: 'x' } },
    { from: { after: 'abc' }, change: { size: 100 }, hasDefault: false, to: { size: '100' } },
    { from: { q: 'x' }, change: { after: 'abc' }, hasDefault: false, to: { q: 'x', after: 'abc' } },
    { from: { q: 'x' }, change: { q: '' }, hasDefault: true, to: { view: 'all' } },
    { from: { view: '7' }, change: { after: 'abc' }, hasDefault: false, to: { view: '7', after: 'abc' } },
    { from: { view: '7' }, change: { q: 'x' }, hasDefault: false, to: { view: '7', changed: 'yes', q: 'x' } },
    { from: { view: '7', changed: 'yes', q: 'x' }, change: { q: 'invoice' }, hasDefault: false, to: { view: '7' } },
  ])('becomes $to from $from by $change', ({ from, change, hasDefault, to }) => {
    const place = readListPlace(list, from, { views, remembered: null })
    expect(kept(changePlace(list, place, { change, hasDefault }))).toEqual(to)
  })

  it('loses all that belonged to the list, and nothing else, on the way to a view', () => {
    const address = goTo(list, { view: '7' })
    expect(kept(address)).toEqual({ view: '7' })
    expect(Object.keys(address)).toEqual(
      expect.arrayContaining(['q', 'sort', 'size', 'vars', 'after', 'before', 'changed']),
    )
    expect(address).not.toHaveProperty('task')
  })
})

describe('what the server is asked', () => {
  const ofDays: ListDescription = { ...list, filters: { since: { type: 'day', label: 'common.state' } } }
  const ask = (value: string) => toQuery(ofDays, { filters: [{ name: 'since', operator: 'from', values: [value] }] })

  it('says days as days of the viewer', () => {
    vi.useFakeTimers({ now: new Date(2030, 0, 31, 23, 59) })
    expect(ask('2028-02-29')).toEqual({ since: '2028-02-29' })
    expect(ask('today')).toEqual({ since: '2030-01-31' })
    expect(ask('today+1')).toEqual({ since: '2030-02-01' })
    expect(ask('today-31')).toEqual({ since: '2029-12-31' })
  })
})
