import { api, type SavedView } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { findViolations } from '../../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../../testing/network.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { createInstance, createPage, ines } from '../../../testing/things.ts'

const late: SavedView = {
  ...{ id: 'view-1', list: 'processes.all', name: 'Late orders', aliasName: 'Late' },
  ...{ search: { state: 'incident', vars: 'amount' }, columns: {} },
  sharing: { with: 'everybody', roles: [], groups: [] },
  ...{ owner: ines, isMine: true, mayChange: true, revision: 3, updatedAt: '2026-11-24T10:00:00.000Z' },
}
const around: Answer[] = [
  answer(api.processes.all, () => createPage([createInstance({ state: 'incident', variables: {} })])),
  answer(api.processes.allCount, () => ({ total: 1, isCapped: false, isPartial: false })),
  answer(api.processes.allFilters, () => ({ processes: [{ key: 'purchase', name: 'Purchase request' }] })),
  answer(api.processes.allVariableNames, () => []),
  answer(api.listViews.list, () => ({ items: [], defaultId: null })),
  answer(api.listViews.audiences, () => ({ everybody: true, roles: ['RoleProcessAdmin' as const], groups: [] })),
  answer(api.listViews.get, () => late),
]
const open = (path: string, ...answers: Answer[]) =>
  renderApp(path, { roles: ['RoleProcessAdmin'], answers: [...around, ...answers] })
const address = '/processengine/processes/customview/view-1'

beforeEach(() => localStorage.clear())

describe('a custom view', () => {
  it('is saved from what a list shows, and opened under its name in the menu', async () => {
    const { user, network } = await open(
      '/processengine/processes?state=incident',
      answer(api.listViews.create, () => late),
    )
    await user.click(await screen.findByRole('button', { name: 'Save as custom view' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as custom view' }))
    await user.type(await dialog.findByRole('textbox', { name: /^Name in the menu/ }), 'x')
    await user.clear(dialog.getByRole('textbox', { name: /^Name in the menu/ }))
    await user.type(dialog.getByRole('textbox', { name: /^Name(?! in)/ }), 'Late orders')
    await user.click(dialog.getByRole('button', { name: 'Save view' }))
    dialog.getByText('Enter a name.')
    await user.type(dialog.getByRole('textbox', { name: /^Name in the menu/ }), 'Late')
    expect(await findViolations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Save view' }))
    await screen.findByRole('heading', { level: 1, name: 'Late' })
    expect(location.pathname).toBe(address)
    expect(network.callsTo(api.listViews.create)[0]?.body).toMatchObject({
      ...{ list: 'processes.all', name: 'Late orders', aliasName: 'Late', search: { state: 'incident' } },
      sharing: { with: 'nobody' },
    })
  })

  it('shows what it says, whatever else the address says of views', async () => {
    const { network } = await open(`${address}?view=other`)
    await screen.findByRole('heading', { level: 1, name: 'Late' })
    await screen.findByRole('row', { name: /PR-2026-04817/ })
    expect(network.callsTo(api.processes.all)[0]?.query).toEqual({ state: 'incident', vars: 'amount' })
    screen.getByRole('columnheader', { name: /amount/ })
    expect(network.callsTo(api.listViews.list)).toEqual([])
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
  })

  it.each([
    ['As CSV', 'csv'],
    ['As Excel workbook', 'xlsx'],
  ])('is exported with its filter and its columns, %s', async (item, format) => {
    const { user, network } = await open(
      address,
      answer(api.processes.allExport, () => refuse('list.too-long', 'Expected at most 100,000 rows.')),
    )
    await screen.findByRole('columnheader', { name: /amount/ })
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
    await waitFor(() =>
      expect(network.callsTo(api.processes.allExport)[0]?.query).toMatchObject({
        ...{ state: 'incident', vars: 'amount', format },
        columns: expect.stringContaining('title'),
      }),
    )
  })

  it('takes what is changed in the list', async () => {
    const { user, network } = await open(
      address,
      answer(api.listViews.save, () => late),
    )
    await user.click(await screen.findByRole('button', { name: 'Remove filter State is Incident' }))
    await user.click(await screen.findByRole('button', { name: 'Save changes' }))
    await waitFor(() =>
      expect(network.callsTo(api.listViews.save)[0]?.body).toMatchObject({ search: { vars: 'amount' }, revision: 3 }),
    )
    expect(location.pathname).toBe(address)
  })

  it('is renamed in the menu, and deleted', async () => {
    const { user, network } = await open(
      address,
      answer(api.listViews.save, () => late),
      answer(api.listViews.remove, () => undefined),
    )
    await user.click(await screen.findByRole('button', { name: 'Edit view' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'View “Late orders”' }))
    const alias = await dialog.findByRole('textbox', { name: /^Name in the menu/ })
    await user.clear(alias)
    await user.type(alias, 'Very late')
    await user.click(dialog.getByRole('button', { name: 'Save view' }))
    await waitFor(() => expect(network.callsTo(api.listViews.save)[0]?.body).toMatchObject({ aliasName: 'Very late' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete view' }))
    await waitFor(() => expect(location.pathname).toBe('/processengine/processes'))
  })

  it('of another user is copied, and not edited', async () => {
    await open(
      address,
      answer(api.listViews.get, () => ({ ...late, isMine: false, mayChange: false })),
    )
    expect((await screen.findByRole('link', { name: 'Copy' })).getAttribute('href')).toBe(`${address}/copy`)
    expect(screen.queryByRole('button', { name: 'Edit view' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  })

  it('is copied with what it shows, and the copy is opened', async () => {
    const copy = { ...late, id: 'view-2', aliasName: 'Late too' }
    const { user, network } = await open(
      `${address}/copy`,
      answer(api.listViews.create, () => copy),
    )
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name(?! in)/ })
    expect(name.value).toBe('Copy of Late orders')
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    await waitFor(() => expect(location.pathname).toBe('/processengine/processes/customview/view-2'))
    expect(network.callsTo(api.listViews.create)[0]?.body).toMatchObject({
      ...{ name: 'Copy of Late orders', aliasName: 'Copy of Late orders', search: late.search },
      sharing: { with: 'everybody' },
    })
  })

  it.each(['', '/copy'])('of another list is not there: %s', async (end) => {
    const { network } = await open(`/processengine/tasks/customview/view-1${end}`)
    await screen.findByText('Custom view not found')
    expect(screen.queryByRole('heading', { name: 'Late' })).toBeNull()
    expect(network.callsTo(api.listViews.create)).toEqual([])
  })

  it.each([address, `${address}/copy`])('that no longer exists is said to be: %s', async (path) => {
    await open(
      path,
      answer(api.listViews.get, () => refuse('thing.not-found', 'Expected a view.')),
    )
    await screen.findByText('Custom view not found')
  })
})
