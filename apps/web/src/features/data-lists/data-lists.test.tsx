import { api, type DataList, type DataListRow, type DataRow } from '@millrace/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, ines } from '../../testing/things.ts'

const roles = ['RoleUser', 'RoleDesign'] as const
const row: DataListRow = {
  id: 'list-1',
  name: 'Offices',
  key: 'offices',
  description: '',
  rowCount: 2,
  version: 4,
  isDisabled: false,
  updatedAt: '2026-11-20T09:00:00.000Z',
  updatedBy: ines,
}
const list: DataList = {
  id: 'list-1',
  name: 'Offices',
  key: 'offices',
  description: '',
  columns: [
    { slot: 1, key: 'code', name: 'Code', type: 'text', isRequired: true, isKey: true },
    { slot: 2, key: 'people', name: 'People', type: 'number', isRequired: false, isKey: false },
  ],
  rowCount: 2,
  revision: 3,
  version: 4,
  disabled: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  createdBy: ines,
  updatedAt: '2026-11-20T09:00:00.000Z',
  updatedBy: ines,
}
const rows: DataRow[] = [
  { id: 'a', place: '00000001', cells: ['LIS', '5'] },
  { id: 'b', place: '00000002', cells: ['OPO', null] },
]
const listed = (...items: DataListRow[]): Answer[] => [
  answer(api.dataLists.list, () => createPage(items)),
  answer(api.dataLists.listCount, () => ({ total: items.length, isCapped: false, isPartial: false })),
]
const one = (more: Partial<DataList> = {}, items = rows, place = { before: 0, total: items.length }): Answer[] => [
  answer(api.dataLists.get, () => ({ ...list, ...more })),
  answer(api.dataLists.rows, () => ({ items, ...place, columns: [...list.columns] })),
]
const open = (more: Partial<DataList> = {}, answers: Answer[] = []) =>
  renderApp('/design/customDataList/list-1', { roles, answers: [...one(more), ...answers] })
const cell = (name: string) => screen.findByRole('gridcell', { name })

describe('the custom data lists', () => {
  it('are listed, say so when there are none, and report a failure', async () => {
    const { user, network } = await renderApp('/design/customdatalist', {
      roles,
      answers: [...listed(), answer(api.dataLists.list, () => refuse('internal', 'A fault.'))],
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching custom data lists')
    network.answer(...listed())
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { name: 'No custom data lists yet' })
    network.answer(...listed(row))
    await user.click(screen.getByRole('link', { name: /^Disabled/ }))
    const link = await screen.findByRole('link', { name: 'Offices' })
    expect(link.getAttribute('href')).toBe('/design/customDataList/list-1')
  })
})

describe('a custom data list', () => {
  it('is created with columns whose keys follow their names', async () => {
    const { user, network } = await renderApp('/design/customDataList/new', {
      roles,
      answers: [...one(), answer(api.dataLists.create, () => list)],
    })
    await user.type(await screen.findByRole('textbox', { name: /^Name$/ }), 'Our offices')
    await user.type(screen.getByRole('textbox', { name: 'Name of column 1' }), 'Code')
    await user.click(screen.getByRole('button', { name: 'Add column' }))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save data list' }).disabled).toBe(true)
    await user.type(screen.getByRole('textbox', { name: 'Name of column 2' }), 'Head count')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type of column 2' }), 'Number')
    await user.click(screen.getByRole('button', { name: 'Save data list' }))
    await screen.findByRole('heading', { level: 1, name: 'Offices' })
    expect(network.callsTo(api.dataLists.create)[0]?.body).toEqual({
      name: 'Our offices',
      key: 'ourOffices',
      description: '',
      columns: [
        { key: 'code', name: 'Code', type: 'text', isRequired: false, isKey: true },
        { key: 'headCount', name: 'Head count', type: 'number', isRequired: false, isKey: false },
      ],
    })
    expect(location.pathname).toBe('/design/customDataList/list-1')
  })

  it('shows the changes of somebody who saved it first, and keeps the entries', async () => {
    const { user, network } = await open({}, [
      answer(api.dataLists.save, () =>
        refuse('thing.changed', 'Expected it as it was.', [{ where: 'updatedBy', message: 'Ada' }]),
      ),
    ])
    await user.click(await screen.findByRole('tab', { name: 'Details' }))
    await user.type(await screen.findByRole('textbox', { name: /^Name$/ }), ' 2')
    await user.click(screen.getByRole('button', { name: 'Save data list' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Ada')
    network.answer(answer(api.dataLists.get, () => ({ ...list, description: 'Ours.', revision: 4 })))
    await user.click(screen.getByRole('button', { name: 'Load these changes' }))
    await screen.findByText('Description: – → Ours.')
    await user.click(screen.getByRole('button', { name: 'Save data list' }))
    await waitFor(() =>
      expect(network.callsTo(api.dataLists.save)[1]?.body).toMatchObject({
        ...{ name: 'Offices 2', description: 'Ours.', revision: 4 },
      }),
    )
  })

  it('is copied with its rows', async () => {
    const { user, network } = await renderApp('/design/customDataList/new?from=list-1', {
      roles,
      answers: [...one(), answer(api.dataLists.create, () => ({ ...list, name: 'Offices copy' }))],
    })
    await screen.findByText('The copy has the columns and rows of “Offices”. Rows: 2.')
    await user.click(screen.getByRole('button', { name: 'Save copy' }))
    await waitFor(() =>
      expect(network.callsTo(api.dataLists.create)[0]?.body).toMatchObject({
        name: 'Offices copy',
        key: 'officesCopy',
        copyOf: 'list-1',
      }),
    )
  })

  it('is changed with the revision that was read, its columns by the keys that they have', async () => {
    const { user, network } = await open({}, [answer(api.dataLists.save, () => ({ ...list, revision: 4 }))])
    await user.click(await screen.findByRole('tab', { name: 'Details' }))
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Key$/ })).readOnly).toBe(true)
    const name = screen.getByRole('textbox', { name: 'Name of column 2' })
    await user.clear(name)
    await user.type(name, 'Staff')
    await user.click(screen.getByRole('button', { name: 'Move column 2 up' }))
    await user.click(screen.getByRole('button', { name: 'Save data list' }))
    await waitFor(() =>
      expect(network.callsTo(api.dataLists.save)[0]?.body).toMatchObject({
        revision: 3,
        columns: [
          { key: 'people', name: 'Staff' },
          { key: 'code', name: 'Code' },
        ],
      }),
    )
  })

  it('that no longer exists says so', async () => {
    await renderApp('/design/customDataList/gone', {
      roles,
      answers: [answer(api.dataLists.get, () => refuse('thing.not-found', 'There is none.'))],
    })
    await screen.findByText('Custom data list not found')
  })

  it('that is disabled is read and not changed', async () => {
    const { user } = await open({ disabled: { at: '2026-11-20T09:00:00.000Z', by: ines, reason: 'Old' } })
    await user.click(await cell('LIS'))
    await user.keyboard('x')
    expect(screen.queryByRole('textbox', { name: 'Code, Row 1' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Add row' })).toBeNull()
    screen.getByText('Disabled by Ines Duarte')
  })
})

describe('its rows', () => {
  it('are moved over and changed by the keyboard, undone and done again, and saved together', async () => {
    const { user, network } = await open({}, [answer(api.dataLists.saveRows, () => ({ ...list, version: 5 }))])
    await user.click(await cell('LIS'))
    await user.keyboard('{ArrowRight}1,250{Enter}')
    await cell('1250')
    await user.keyboard('7{Enter}')
    await screen.findByText('2 rows are not saved yet')
    await user.keyboard('{Control>}z{/Control}')
    await screen.findByText('1 row is not saved yet')
    await user.keyboard('{Control>}y{/Control}')
    await cell('7')
    await user.click(screen.getByRole('button', { name: 'Save rows' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save rows' })).toBeNull())
    expect(network.callsTo(api.dataLists.saveRows)[0]?.body).toEqual({
      version: 4,
      changed: [
        { id: 'a', cells: { people: '1250' } },
        { id: 'b', cells: { people: '7' } },
      ],
      added: [],
      removed: [],
    })
  })

  it('say what a cell cannot hold, and are not saved until it does', async () => {
    const { user } = await open()
    await user.click(await cell('5'))
    await user.keyboard('many{Enter}{ArrowUp}')
    expect((await cell('many')).getAttribute('aria-invalid')).toBe('true')
    await screen.findByText(/^People: Enter a number/)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save rows' }).disabled).toBe(true)
    await user.keyboard('{Delete}')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save rows' }).disabled).toBe(false)
  })

  it('are pasted from a spreadsheet, over those that are there and as new ones', async () => {
    const { user, network } = await open({}, [answer(api.dataLists.saveRows, () => ({ ...list, version: 5 }))])
    const second = await cell('OPO')
    await user.click(second)
    fireEvent.paste(second, { clipboardData: { getData: () => 'OPO\t9\r\nFAO\t3\r\n"B ""x"""\t\r\n' } })
    await cell('B "x"')
    await user.click(screen.getByRole('button', { name: 'Save rows' }))
    await waitFor(() =>
      expect(network.callsTo(api.dataLists.saveRows)[0]?.body).toMatchObject({
        changed: [{ id: 'b', cells: { people: '9' } }],
        added: [
          { after: 'b', cells: { code: 'FAO', people: '3' } },
          { after: 'b', cells: { code: 'B "x"', people: null } },
        ],
      }),
    )
  })

  it('are copied as a range', async () => {
    const { user } = await open()
    const first = await cell('LIS')
    await user.click(first)
    await user.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}')
    let copied = ''
    fireEvent.copy(first, { clipboardData: { setData: (_: string, text: string) => (copied = text) } })
    expect(copied).toBe('LIS\t5\nOPO\t')
  })

  it('are added and removed', async () => {
    const { user, network } = await open({}, [answer(api.dataLists.saveRows, () => ({ ...list, version: 5 }))])
    await user.click(await cell('LIS'))
    await user.click(screen.getByRole('button', { name: 'Remove rows' }))
    await screen.findByRole('rowheader', { name: 'Row 1, Removed' })
    await user.click(screen.getByRole('button', { name: 'Keep rows' }))
    await user.click(await cell('OPO'))
    await user.click(screen.getByRole('button', { name: 'Remove rows' }))
    await user.click(screen.getByRole('button', { name: 'Add row' }))
    const added = await screen.findByRole('row', { name: /^New row/ })
    await user.dblClick(within(added).getAllByRole('gridcell')[0] as HTMLElement)
    await user.keyboard('NEW{Enter}')
    await user.click(screen.getByRole('button', { name: 'Save rows' }))
    await waitFor(() =>
      expect(network.callsTo(api.dataLists.saveRows)[0]?.body).toMatchObject({
        added: [{ after: 'b', cells: { code: 'NEW' } }],
        removed: ['b'],
      }),
    )
  })

  it('are not added before the others are read: what is typed would go nowhere', async () => {
    const reading = Promise.withResolvers<void>()
    const rowsLater = answer(api.dataLists.rows, async () => {
      await reading.promise
      return { items: [], before: 0, total: 0, columns: [...list.columns] }
    })
    const { user } = await open({}, [rowsLater])
    const add = await screen.findByRole<HTMLButtonElement>('button', { name: 'Add row' })
    expect(add.disabled).toBe(true)
    reading.resolve()
    await waitFor(() => expect(add.disabled).toBe(false))
    await user.click(add)
    await user.keyboard('Aula{Enter}')
    expect(screen.getAllByRole('row', { name: /^New row/ })).toHaveLength(1)
    screen.getByRole('gridcell', { name: 'Aula' })
  })

  it('stay as they were typed when somebody was faster', async () => {
    const { user } = await open({}, [
      answer(api.dataLists.saveRows, () => refuse('thing.changed', 'Expected rows as they were.')),
    ])
    await user.click(await cell('5'))
    await user.keyboard('6{Enter}')
    await user.click(screen.getByRole('button', { name: 'Save rows' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The rows were not saved')
    expect(alert.textContent).toContain('Your changes are kept.')
    await cell('6')
  })

  it('are gone through page by page, and searched', async () => {
    const { user, network } = await renderApp('/design/customDataList/list-1', {
      roles,
      answers: one({ rowCount: 300 }, rows, { before: 100, total: 300 }),
    })
    await screen.findByText('Rows 101 to 102 of 300')
    await user.click(screen.getByRole('button', { name: 'Next rows' }))
    await waitFor(() => expect(network.callsTo(api.dataLists.rows).at(-1)?.query).toEqual({ after: '00000002' }))
    network.answer(...one({}, [], { before: 0, total: 0 }))
    await user.type(screen.getByRole('searchbox', { name: 'Search rows' }), 'x')
    await screen.findByText('No rows contain “x”')
    expect(network.callsTo(api.dataLists.rows).at(-1)?.query).toEqual({ q: 'x' })
  })
})

describe('a file of rows', () => {
  const report = {
    isImported: false,
    rows: 3,
    added: 0,
    changed: 0,
    removed: 0,
    faultyRows: 2,
    faults: [
      { line: 3, column: 'People', value: 'many', message: 'Enter a number.' },
      { line: 4, column: null, value: 'x', message: 'Expected at most 2 cells.' },
    ],
    faultCount: 2,
    notes: ['The list has no column for “Mood”: passed over.'],
    list,
  }

  it('is imported after its report was read, without the rows that have errors', async () => {
    let now = list
    const { user, network } = await open({}, [
      answer(api.dataLists.get, () => now),
      answer(api.dataLists.importRows, ({ query }) => {
        if (query.whenFaulty !== 'skip') return report
        now = { ...list, version: 5, rowCount: 3 }
        return { ...report, isImported: true, added: 1, list: now }
      }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    const dialog = await screen.findByRole('dialog', { name: 'Import rows' })
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Import file' }).disabled).toBe(true)
    const input = dialog.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')
    await user.upload(input as HTMLInputElement, new File(['Code'], 'rows.csv', { type: 'text/csv' }))
    await user.click(within(dialog).getByRole('button', { name: 'Import file' }))
    await within(dialog).findByText('Nothing was imported: 2 rows have errors')
    within(dialog).getByText('Enter a number.')
    within(dialog).getByText('The list has no column for “Mood”: passed over.')
    await user.click(within(dialog).getByRole('button', { name: 'Import the valid row' }))
    await within(dialog).findByText('1 added, 0 changed, 0 removed')
    expect(network.callsTo(api.dataLists.importRows).map(({ query }) => query)).toEqual([
      { mode: 'add', whenFaulty: 'stop' },
      { mode: 'add', whenFaulty: 'skip' },
    ])
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await screen.findByRole('tab', { name: 'Rows 3' })
  })
})

describe('its versions', () => {
  it('are listed, and one is restored after a question', async () => {
    const version = {
      version: 3,
      rowCount: 7,
      added: 7,
      changed: 0,
      removed: 0,
      source: 'rows.csv',
      restoredFrom: null,
      savedAt: '2026-11-20T09:00:00.000Z',
      savedBy: ines,
    }
    const { user, network } = await open({}, [
      answer(api.dataLists.versions, () => [{ ...version, version: 4 }, version]),
      answer(api.dataLists.restoreVersion, () => ({ ...list, version: 5, rowCount: 7 })),
    ])
    await user.click(await screen.findByRole('tab', { name: 'Versions' }))
    await user.click(await screen.findByRole('button', { name: 'Restore version 3' }))
    const dialog = await screen.findByRole('dialog', { name: 'Restore version 3?' })
    await user.click(within(dialog).getByRole('button', { name: 'Restore version' }))
    await screen.findByText('Version 3 restored as version 5')
    expect(network.callsTo(api.dataLists.restoreVersion)).toHaveLength(1)
  })
})

it('an imported feed says that it does not run, and is started by saving it as it is', async () => {
  const feed = { adapter: 'towns', mode: 'add', everyMinutes: 60, thresholdPercent: 20 } as const
  const saved = { ...feed, updatedAt: row.updatedAt, updatedBy: ines }
  const { user, network } = await renderApp('/design/customDataList/list-1', {
    roles,
    answers: [
      ...one(),
      answer(api.dataListFeeds.get, () => ({ feed: { ...saved, needsSetUp: true }, runs: [] })),
      answer(api.externalSystems.adapters, () => []),
    ],
  })
  await user.click(await screen.findByRole('tab', { name: 'Feed' }))
  await screen.findByText('This feed does not run yet')
  network.answer(
    answer(api.dataListFeeds.save, () => ({ feed: { ...saved, needsSetUp: false }, runs: [] })),
    answer(api.dataListFeeds.get, () => ({ feed: { ...saved, needsSetUp: false }, runs: [] })),
  )
  await user.click(screen.getByRole('button', { name: 'Save feed' }))
  await waitFor(() => expect(screen.queryByText('This feed does not run yet')).toBeNull())
  expect(network.callsTo(api.dataListFeeds.save)[0]?.body).toEqual(feed)
})
