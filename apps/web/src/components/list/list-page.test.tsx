import { api, type InstanceRow } from '@millrace/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createInstance, createPage } from '../../testing/things.ts'

const address = '/processes/startedbyme'
const row = (name: string, more: Partial<InstanceRow> = {}) =>
  createInstance({ id: name, title: name, definition: { id: 'd', key: 'k', name, version: 3 }, ...more })
const rows = [row('Alpha'), row('Beta', { businessKey: null }), row('Gamma')]
const list = answer(api.processes.startedByMe, () => createPage<InstanceRow>(rows))
const count = answer(api.processes.startedByMeCount, () => ({ total: 10_000, isCapped: true, isPartial: false }))
const filters = answer(api.processes.startedFilters, () => ({ processes: [{ key: 'trip', name: 'Business trip' }] }))
const answers = [list, count, filters]

const lastQuery = (network: Awaited<ReturnType<typeof renderApp>>['network']) =>
  network.callsTo(api.processes.startedByMe).at(-1)?.query
const heads = () => screen.getAllByRole('columnheader').map((head) => within(head).getByRole('button').textContent)

describe('the order of a list', () => {
  it('is chosen at the head of a column, which is marked, and further columns can be added to it', async () => {
    const { user, network } = await renderApp(address, { answers })
    await user.click(await screen.findByRole('button', { name: 'Process, column menu' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Sort ascending' }))
    await waitFor(() => expect(lastQuery(network)).toEqual({ sort: 'process' }))
    expect(screen.getByRole('columnheader', { name: /Process/ }).getAttribute('aria-sort')).toBe('ascending')

    await user.click(screen.getByRole('button', { name: 'Started, column menu' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Then descending' }))
    await waitFor(() => expect(lastQuery(network)).toEqual({ sort: 'process,-started' }))
    expect(location.search).toBe('?sort=process%2C-started')
    expect(screen.getByRole('columnheader', { name: /Started/ }).getAttribute('aria-sort')).toBe('descending')
  })

  it('is offered only for what the server can sort by', async () => {
    const { user } = await renderApp(address, { answers })
    await user.click(await screen.findByRole('button', { name: 'Waits at, column menu' }))
    await screen.findByRole('menuitem', { name: 'Hide column' })
    expect(screen.queryByRole('menuitem', { name: 'Sort ascending' })).toBeNull()
  })
})

describe('the filters of a list', () => {
  it('ask for field, condition and value, and stand as chips that can be changed and removed', async () => {
    const { user, network } = await renderApp(address, { answers })
    await user.click(await screen.findByRole('button', { name: 'Filter' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add filter' })
    await user.click(within(dialog).getByRole('button', { name: 'State' }))
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Condition' }), 'is not')
    await user.click(within(dialog).getByRole('checkbox', { name: 'Completed' }))
    await user.click(within(dialog).getByRole('checkbox', { name: 'Cancelled' }))
    await user.click(within(dialog).getByRole('button', { name: 'Apply filter' }))
    await waitFor(() => expect(lastQuery(network)).toEqual({ 'state.not': 'completed,cancelled' }))

    await user.click(screen.getByRole('button', { name: 'State is not Completed or Cancelled' }))
    const editor = await screen.findByRole('dialog', { name: /Change filter State/ })
    await user.click(within(editor).getByRole('checkbox', { name: 'Cancelled' }))
    await user.click(within(editor).getByRole('button', { name: 'Apply filter' }))
    await waitFor(() => expect(lastQuery(network)).toEqual({ 'state.not': 'completed' }))

    await user.click(screen.getByRole('button', { name: 'Remove filter State is not Completed' }))
    await waitFor(() => expect(location.search).toBe(''))
  })

  it('take days as they are written here, and refuse others', async () => {
    const { user, network } = await renderApp(address, { answers })
    await user.click(await screen.findByRole('button', { name: 'Started, column menu' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Filter by Started' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add filter' })
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Condition' }), 'before')
    const input = within(dialog).getByRole('textbox', { name: 'Day, DD/MM/YYYY' })
    await user.type(input, '31/02/2026')
    await user.click(within(dialog).getByRole('button', { name: 'Apply filter' }))
    await within(dialog).findByText('Enter a day as DD/MM/YYYY.')
    await user.clear(input)
    await user.type(input, '01/12/2026')
    await user.click(within(dialog).getByRole('button', { name: 'Apply filter' }))
    await screen.findByRole('button', { name: 'Started before 01/12/2026' })
    expect(location.search).toBe('?started.before=2026-12-01')
    expect(lastQuery(network)).toEqual({ 'started.before': new Date(2026, 11, 1).toISOString() })
  })

  it('know things by name, and the way out when nothing matches', async () => {
    const { user } = await renderApp(`${address}?process=trip&q=steel`, {
      answers: [answer(api.processes.startedByMe, () => createPage([])), count, filters],
    })
    await screen.findByRole('button', { name: 'Process is Business trip' })
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(location.search).toBe(''))
  })

  it('go back to the first page, and keep order and size', async () => {
    const { user, network } = await renderApp(`${address}?sort=-ended&size=20&after=WzFd`, { answers })
    await user.type(await screen.findByRole('searchbox', { name: 'Search title or process' }), 'steel')
    await waitFor(() => expect(lastQuery(network)).toEqual({ q: 'steel', sort: '-ended', size: '20' }))
  })
})

describe('the pages of a list', () => {
  it('continue and back by the marks that the server gave, and say how many rows there are', async () => {
    const { user, network } = await renderApp(address, {
      answers: [
        answer(api.processes.startedByMe, ({ query }) =>
          query.after === 'bmV4dA'
            ? { items: rows, from: 51, next: null, previous: 'cHJl' }
            : { items: rows, from: 1, next: 'bmV4dA', previous: null },
        ),
        count,
        filters,
      ],
    })
    expect((await screen.findByText(/of more than/)).textContent).toBe('1–3 of more than 10,000')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous page' }).disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await screen.findByText('51–53 of more than 10,000')
    expect(location.search).toBe('?after=bmV4dA')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true)
    // The rows are not counted again for another page.
    expect(network.callsTo(api.processes.startedByMeCount)).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Previous page' }))
    await waitFor(() => expect(lastQuery(network)).toEqual({ before: 'cHJl' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '100')
    await waitFor(() => expect(lastQuery(network)).toEqual({ size: '100' }))
  })

  it('begin again when the address has a mark that the server does not know', async () => {
    await renderApp(`${address}?sort=key&after=WzFd`, {
      answers: [
        answer(api.processes.startedByMe, ({ query }) =>
          query.after === undefined ? createPage<InstanceRow>(rows) : refuse('request.invalid', 'Expected a mark.'),
        ),
        count,
        filters,
      ],
    })
    await screen.findByRole('link', { name: 'Alpha' })
    expect(location.search).toBe('?sort=key')
  })

  it('say so when an order could look at the first rows only', async () => {
    await renderApp(`${address}?sort=key`, {
      answers: [
        list,
        answer(api.processes.startedByMeCount, () => ({ total: 3, isCapped: false, isPartial: true })),
        filters,
      ],
    })
    await screen.findByText(/Only the first rows were checked/)
  })
})

describe('the columns of a list', () => {
  it('are hidden, moved, pinned and reset, and stay so for this user of this workplace in this browser', async () => {
    const { user } = await renderApp(address, { answers })
    await screen.findByRole('link', { name: 'Alpha' })
    expect(heads()).toEqual(['Title', 'Process', 'State', 'Waits at', 'Waits for', 'Waiting since', 'Started', 'Ended'])
    await user.click(screen.getByRole('button', { name: 'Ended, column menu' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Hide column' }))
    await user.click(screen.getByRole('button', { name: 'Process, column menu' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Move right' }))
    await user.click(await screen.findByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Version' }))
    await user.click(screen.getByRole('button', { name: 'Pin Started' }))
    await waitFor(() =>
      expect(heads()).toEqual([
        'Title',
        'Started',
        'State',
        'Process',
        'Waits at',
        'Waits for',
        'Waiting since',
        'Version',
      ]),
    )
    const stored = JSON.parse(localStorage.getItem('millrace.columnLayouts') ?? '{}')
    expect(Object.keys(stored)).toEqual(['halden/user-1/processes.startedByMe'])
    expect(location.search).toBe('')
    await user.click(screen.getByRole('button', { name: 'Reset columns' }))
    await waitFor(() =>
      expect(heads()).toEqual([
        'Title',
        'Process',
        'State',
        'Waits at',
        'Waits for',
        'Waiting since',
        'Started',
        'Ended',
      ]),
    )
  })
})

describe('the rows of a list', () => {
  it('are reached with the arrows and with j and k, and open with Enter', async () => {
    const { user } = await renderApp(address, {
      answers: [...answers, answer(api.processes.instance, () => refuse('thing.not-found', 'Expected an instance.'))],
    })
    await screen.findByRole('link', { name: 'Alpha' })
    await user.keyboard('j')
    expect(document.activeElement?.textContent).toBe('Alpha')
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Gamma')
    await user.keyboard('k')
    expect(document.activeElement?.textContent).toBe('Beta')
    await user.keyboard('{Home}')
    expect(document.activeElement?.textContent).toBe('Alpha')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/processes/processinstance/Alpha/timeline'))
  })

  it('stay with a notice when they cannot be refreshed', async () => {
    const { user, network } = await renderApp(address, { answers })
    await screen.findByRole('link', { name: 'Alpha' })
    network.answer(answer(api.processes.startedByMe, () => refuse('internal', 'A fault of the program.')))
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/Shown as of \d\d:\d\d:\d\d/)
    screen.getByRole('link', { name: 'Alpha' })
    network.answer(list)
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('are announced by a skeleton with the same columns', async () => {
    await renderApp(address, {
      answers: [answer(api.processes.startedByMe, () => new Promise(() => {})), count, filters],
    })
    const table = await screen.findByRole('table')
    expect(table.getAttribute('aria-busy')).toBe('true')
    expect(heads()).toEqual(['Title', 'Process', 'State', 'Waits at', 'Waits for', 'Waiting since', 'Started', 'Ended'])
    expect(within(table).queryAllByRole('link')).toEqual([])
  })

  it('are cards on a phone, with names for the values and a menu for the order', async () => {
    const { user, network } = await renderApp(address, { answers, width: 360 })
    const cards = await screen.findByRole('list', { name: 'Started By Me' })
    const [first] = within(cards).getAllByRole('listitem')
    if (first === undefined) throw new Error('Expected a card, but there is none.')
    within(first).getByRole('link', { name: 'Alpha' })
    expect(
      within(first)
        .getAllByRole('term')
        .map((term) => term.textContent),
    ).toEqual(['Process', 'State', 'Waits at', 'Waits for', 'Waiting since', 'Started'])
    expect(screen.queryByRole('table')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sort by Started, descending' }))
    const order = within(await screen.findByRole('group', { name: 'Sort' }))
    await user.click(order.getByRole('menuitemradio', { name: 'Title, ascending' }))
    await waitFor(() => expect(lastQuery(network)).toEqual({ sort: 'title' }))
    expect(await findViolations()).toEqual([])
  })

  it('are sorted by up to three columns from that menu, as from the heads of a table', async () => {
    const { user, network } = await renderApp(address, { answers, width: 360 })
    const choose = async (now: string, group: string, order: string, place = 0) => {
      await user.click(await screen.findByRole('button', { name: `Sort by ${now}` }))
      const groups = await screen.findAllByRole('group', { name: group })
      await user.click(within(groups[place] as HTMLElement).getByRole('menuitemradio', { name: order }))
    }
    await choose('Started, descending', 'Then by', 'Title, ascending')
    await waitFor(() => expect(lastQuery(network)).toEqual({ sort: '-started,title' }))
    await choose('Started, descending, then Title, ascending', 'Then by', 'Process, descending', 1)
    await waitFor(() => expect(lastQuery(network)).toEqual({ sort: '-started,title,-process' }))
    // What is chosen to come first comes no second time, and what came after it stays.
    await choose('Started, descending, then Title, ascending, then Process, descending', 'Sort', 'Title, descending')
    await waitFor(() => expect(lastQuery(network)).toEqual({ sort: '-title,-process' }))
    await choose('Title, descending, then Process, descending', 'Then by', 'None')
    await waitFor(() => expect(lastQuery(network)).toEqual({ sort: '-title' }))
    expect(await findViolations()).toEqual([])
  })

  it('break no rule of accessibility, with filters and menus open', async () => {
    const { user } = await renderApp(`${address}?state=active&started.before=today`, { answers })
    await screen.findByRole('link', { name: 'Alpha' })
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await screen.findByRole('button', { name: 'Reset columns' })
    expect(await findViolations()).toEqual([])
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'State is Active' }))
    await screen.findByRole('dialog')
    expect(await findViolations()).toEqual([])
  })
})

describe('the export of a list', () => {
  it('is the current filter and order with the columns that are shown, saved under the name of the server', async () => {
    const { user, network } = await renderApp(`${address}?state=active&sort=title&after=WzFd`, {
      answers: [...answers, answer(api.processes.startedByMeExport, () => 'a file' as never)],
    })
    const create = vi.fn(() => 'blob:made')
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: create, revokeObjectURL: () => {} }))
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: 'As CSV' }))
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
    expect(network.callsTo(api.processes.startedByMeExport)[0]?.query).toEqual({
      state: 'active',
      sort: 'title',
      columns: 'title,process,state,waitsAt,waitsFor,waitingSince,started,ended',
      format: 'csv',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
    saved.mockRestore()
  })

  it('says in one sentence when the list is too long', async () => {
    const { user } = await renderApp(address, {
      answers: [
        ...answers,
        answer(api.processes.startedByMeExport, () => refuse('list.too-long', 'Expected at most 100,000 rows.')),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: 'As Excel workbook' }))
    await screen.findByText(/The list is too long for one file/)
  })
})

it('offers no tools where there is nothing yet, but the way to begin', async () => {
  await renderApp(address, { answers: [answer(api.processes.startedByMe, () => createPage([])), count, filters] })
  await screen.findByRole('heading', { name: 'No processes started by you' })
  for (const name of ['Filter', 'Columns', 'Export']) expect(screen.queryByRole('button', { name })).toBeNull()
  fireEvent.keyDown(document.body, { key: 'j' })
})

describe('variables as columns', () => {
  const names = answer(api.processes.variableNames, () => [{ name: 'amount', label: 'How much' }])
  const valued = answer(api.processes.startedByMe, ({ query }) =>
    createPage<InstanceRow>([
      row('Alpha', query.vars === undefined ? {} : { variables: { amount: { type: 'number', text: '1234.5' } } }),
      row('Beta', query.vars === undefined ? {} : { variables: { 'a,b': { type: 'day', text: '2026-10-13' } } }),
    ]),
  )

  it('are added by their name, shown by their type, exported, and taken away again', async () => {
    const { user, network } = await renderApp(address, { answers: [valued, count, filters, names] })
    await user.click(await screen.findByRole('button', { name: 'Columns' }))
    const menu = within(await screen.findByRole('dialog', { name: 'Columns' }))
    await user.click(menu.getByRole('button', { name: 'Show' }))
    menu.getByText('Enter the name of a variable.')
    await user.type(menu.getByRole('combobox', { name: 'Process variable' }), 'amount{Enter}')
    await waitFor(() => expect(lastQuery(network)).toEqual({ vars: 'amount' }))
    expect(location.search).toBe('?vars=amount')
    await waitFor(() => expect(screen.getByRole('row', { name: /Alpha/ }).textContent).toContain('1,234.5'))
    expect(heads().at(-1)).toBe('amount')
    await user.type(menu.getByRole('combobox', { name: 'Process variable' }), 'amount{Enter}')
    menu.getByText('“amount” already has a column.')
    await user.keyboard('{Escape}')
    await screen.findByRole('button', { name: 'Save as view' })

    await user.click(screen.getByRole('button', { name: 'amount, column menu' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Hide column' }))
    await waitFor(() => expect(location.search).toBe(''))
    expect(heads()).not.toContain('amount')
  })

  it('are those of the address, as many as there can be, and no others', async () => {
    const { network } = await renderApp(`${address}?vars=amount,a%252Cb`, { answers: [valued, count, filters] })
    await screen.findByRole('button', { name: 'a,b, column menu' })
    expect(lastQuery(network)).toEqual({ vars: 'amount,a%2Cb' })
    expect(screen.getByRole('row', { name: /Beta/ }).textContent).toContain('13/10/2026')
  })
})
