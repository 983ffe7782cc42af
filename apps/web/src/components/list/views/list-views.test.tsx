import { api, type SavedView } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answer, refuse } from '../../../testing/network.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { createPage, createTask, ines, tomasz } from '../../../testing/things.ts'

const large: SavedView = {
  id: 'view-1',
  list: 'tasks.assigned',
  name: 'Large orders',
  search: { priority: 'high', sort: '-due' },
  columns: {},
  sharing: { with: 'nobody', roles: [], groups: [] },
  owner: ines,
  isMine: true,
  mayChange: true,
  revision: 3,
  updatedAt: '2026-11-24T10:00:00.000Z',
  aliasName: null,
}
const shared: SavedView = {
  ...large,
  id: 'view-2',
  name: 'Of the team',
  search: { q: 'PR' },
  sharing: { with: 'everybody', roles: [], groups: [] },
  owner: tomasz,
  isMine: false,
  mayChange: false,
}
const list = answer(api.tasks.assigned, () => createPage([createTask()]))
const count = answer(api.tasks.assignedCount, () => ({ total: 1, isCapped: false, isPartial: false }))
const audiences = answer(api.listViews.audiences, () => ({
  everybody: false,
  roles: [],
  groups: [{ id: 'clerks', name: 'Clerks' }],
}))
const views = (items: SavedView[], defaultId: string | null = null) =>
  answer(api.listViews.list, () => ({ items, defaultId }))
const open = (path: string, ...answers: ReturnType<typeof answer>[]) =>
  renderApp(path, { answers: [list, count, audiences, ...answers] })

beforeEach(() => localStorage.clear())

describe('a view that is kept', () => {
  it('is a tab, and its address alone says what the list shows', async () => {
    const { network } = await open('/tasks/assigned?view=view-1', views([large, shared]))
    const tab = await screen.findByRole('link', { name: 'Large orders' })
    expect(tab.getAttribute('aria-current')).toBe('page')
    expect(tab.getAttribute('href')).toBe('/tasks/assigned?view=view-1')
    expect(screen.getByRole('link', { name: 'Of the team' }).title).toBe('Of the team, shared by Tomasz Wieczorek')
    await screen.findByRole('button', { name: 'Remove filter Priority is High' })
    // The plain list was not asked for on the way.
    await waitFor(() => expect(network.callsTo(api.tasks.assigned)).toHaveLength(1))
    expect(network.callsTo(api.tasks.assigned)[0]?.query).toEqual({ priority: 'high', sort: '-due' })
  })

  it('is changed, and saved under the revision that was seen', async () => {
    let now = large
    const { user, network } = await open(
      '/tasks/assigned?view=view-1',
      answer(api.listViews.list, () => ({ items: [now], defaultId: null })),
      answer(api.listViews.save, ({ body }) => (now = { ...now, ...(body as object), revision: 4 })),
    )
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Remove filter Priority is High' }))
    await waitFor(() => expect(location.search).toContain('changed=yes'))
    expect(screen.getByRole('link', { name: 'Large orders' }).getAttribute('aria-current')).toBe('page')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await screen.findByText('View “Large orders” saved')
    expect(network.callsTo(api.listViews.save)[0]?.body).toEqual({
      search: { sort: '-due' },
      columns: {},
      revision: 3,
    })
    await waitFor(() => expect(location.search).toBe('?view=view-1'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull())
  })

  it('is left as another user has saved it meanwhile, and what is seen stays', async () => {
    const { user } = await open(
      '/tasks/assigned?view=view-1&changed=yes&q=PR',
      views([large]),
      answer(api.listViews.save, () => refuse('thing.changed', 'Expected “Large orders” as it was, but it is not.')),
    )
    await user.click(await screen.findByRole('button', { name: 'Save changes' }))
    const toast = await screen.findByText('The view was not saved')
    expect(toast.parentElement?.textContent).toContain('The list was not changed.')
    expect(location.search).toContain('q=PR')
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(location.search).toBe('?view=view-1'))
  })

  it('of another user is not changed, but kept as an own one', async () => {
    const { user, network } = await open(
      '/tasks/assigned?view=view-2&changed=yes&q=PR&priority=high',
      views([shared]),
      answer(api.listViews.create, ({ body }) => ({ ...large, ...(body as object), id: 'view-3' }) as SavedView),
    )
    await user.click(await screen.findByRole('button', { name: 'Save as view' }))
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
    const dialog = await screen.findByRole('dialog', { name: 'Save as view' })
    await user.click(within(dialog).getByRole('button', { name: 'Save view' }))
    await within(dialog).findByText('Enter a name.')
    await user.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'Mine')
    await user.click(within(dialog).getByRole('radio', { name: 'Some groups' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save view' }))
    await within(dialog).findByText('Choose at least one.')
    await user.click(within(dialog).getByRole('radio', { name: 'Only me' }))
    expect(within(dialog).queryByRole('radio', { name: /Everybody/ })).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Save view' }))
    await waitFor(() => expect(location.search).toBe('?view=view-3'))
    expect(network.callsTo(api.listViews.create)[0]?.body).toEqual({
      list: 'tasks.assigned',
      name: 'Mine',
      aliasName: null,
      search: { priority: 'high', q: 'PR' },
      columns: {},
      sharing: { with: 'nobody' },
    })
  })

  it('reports at the field that its name is taken', async () => {
    const { user } = await open(
      '/tasks/assigned?q=PR',
      views([large]),
      answer(api.listViews.create, () =>
        refuse('thing.name-taken', 'Expected a name that no other view of yours has, but “Large orders” is one.', [
          { where: 'name', message: 'You already have a view with this name.' },
        ]),
      ),
    )
    await user.click(await screen.findByRole('button', { name: 'Save as view' }))
    const dialog = await screen.findByRole('dialog', { name: 'Save as view' })
    await user.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'Large orders')
    await user.click(within(dialog).getByRole('button', { name: 'Save view' }))
    await within(dialog).findByText('You already have a view with this name.')
    expect(location.search).toBe('?q=PR')
  })

  it('that no longer exists or not shared any more is reported, and the list shown as it comes', async () => {
    const { network } = await open('/tasks/assigned?view=view-9', views([large]))
    await screen.findByText('View not found')
    await screen.findByRole('link', { name: /Approve purchase request/ })
    expect(network.callsTo(api.tasks.assigned)[0]?.query).toEqual({})
    expect(screen.getByRole('link', { name: /^All assigned/ }).getAttribute('aria-current')).toBe('page')
  })

  it('that names what the list no longer has says so, and shows the rest', async () => {
    const old = { ...large, search: { ...large.search, colour: 'red' }, columns: { shown: { size: true } } }
    const { network } = await open('/tasks/assigned?view=view-1', views([old]))
    await screen.findByText('Parts of this view no longer exist')
    screen.getByText(/The list has no colour, size\./)
    expect(network.callsTo(api.tasks.assigned)[0]?.query).toEqual({ priority: 'high', sort: '-due' })
  })

  it('is deleted after a question, and the list shown as it comes', async () => {
    let items = [large]
    const { user, network } = await open(
      '/tasks/assigned?view=view-1',
      answer(api.listViews.list, () => ({ items, defaultId: null })),
      answer(api.listViews.remove, () => {
        items = []
        return undefined
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'View Large orders, actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete view…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete the view “Large orders”?' })
    await user.click(within(dialog).getByRole('button', { name: 'Delete view' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Large orders' })).toBeNull())
    expect(location.search).toBe('')
    expect(network.callsTo(api.listViews.remove)[0]?.params).toEqual({ id: 'view-1' })
  })
})

describe('the view that a list opens with', () => {
  it('is shown by the plain address, and the plain list by its tab', async () => {
    const { user, network } = await open('/tasks/assigned', views([large], 'view-1'))
    const tab = await screen.findByRole('link', { name: 'Large orders' })
    await waitFor(() => expect(tab.getAttribute('aria-current')).toBe('page'))
    await waitFor(() =>
      expect(network.callsTo(api.tasks.assigned).at(-1)?.query).toEqual({ priority: 'high', sort: '-due' }),
    )
    await user.click(screen.getByRole('link', { name: /^All assigned/ }))
    await waitFor(() => expect(location.search).toBe('?view=all'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove filter Priority is High' })).toBeNull())
    // To take the last filter away is no way back to the view.
    await user.type(screen.getByRole('searchbox'), 'P')
    await waitFor(() => expect(location.search).toBe('?q=P'))
    await user.clear(screen.getByRole('searchbox'))
    await waitFor(() => expect(location.search).toBe('?view=all'))
  })

  it('is chosen in its menu, and no longer', async () => {
    let defaultId: string | null = null
    const { user, network } = await open(
      '/tasks/assigned?view=view-2',
      answer(api.listViews.list, () => ({ items: [shared], defaultId })),
      answer(api.listViews.setDefault, ({ body }) => {
        defaultId = (body as { viewId: string | null }).viewId
        return undefined
      }),
    )
    const menu = () => screen.findByRole('button', { name: 'View Of the team, actions' })
    await user.click(await menu())
    // Of somebody else's view there is nothing to change.
    expect(screen.queryByRole('menuitem', { name: 'Delete view…' })).toBeNull()
    await user.click(await screen.findByRole('menuitem', { name: 'Use as default view' }))
    await screen.findByText('“Of the team” is now the default view')
    await user.click(await menu())
    await user.click(await screen.findByRole('menuitem', { name: 'Do not use as default view' }))
    await screen.findByText('The list now opens without a default view')
    expect(network.callsTo(api.listViews.setDefault).map(({ body }) => body)).toEqual([
      { list: 'tasks.assigned', viewId: 'view-2' },
      { list: 'tasks.assigned', viewId: null },
    ])
  })
})
