import { api, type UserImport, type UserImportRow } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

const roles = ['RoleUser', 'RoleUserAdmin'] as const
const none = { new: 0, changed: 0, same: 0, refused: 0 }
const draft: UserImport = {
  ...{ id: 'one', fileName: 'people.csv', state: 'draft', heads: ['Login', 'Centre', 'Hat'] },
  ...{ mapping: ['username', null, null], key: 'username', samples: [['ada', '7', 'red']] },
  properties: [{ key: 'costCentre', name: 'Cost centre', isUnique: false }],
  ...{ notes: [], rows: 3, doneRows: 0, counts: none, createdAt: '2030-01-07T09:00:00.000Z', endedAt: null },
}
const checked: UserImport = {
  ...draft,
  state: 'checked',
  doneRows: 3,
  counts: { ...none, new: 1, changed: 1, refused: 1 },
}
const rows: UserImportRow[] = [
  {
    position: 1,
    line: 2,
    name: 'ada',
    result: 'changed',
    changes: [{ field: 'property:costCentre', old: '6', new: '7' }],
    message: '',
  },
  { position: 2, line: 3, name: 'bob', result: 'new', changes: [], message: '' },
  { position: 3, line: 4, name: '!', result: 'refused', changes: [], message: 'Expected a user name.' },
]

/** A server whose import is at some step; the next question finds it at the next one. */
const createServer = (first: UserImport | null) => {
  let item = first
  return {
    is: (next: UserImport) => {
      item = next
      return next
    },
    answers: [
      answer(api.userImports.read, ({ query }) => ({
        item,
        rows:
          item === null || item.state === 'draft'
            ? []
            : rows.filter(({ result }) => (query.result ?? result) === result),
        next: null,
      })),
    ],
  }
}
const open = (server: ReturnType<typeof createServer>, ...more: ReturnType<typeof answer>[]) =>
  renderApp('/usersgroups/userImport', { roles, answers: [...server.answers, ...more] })

describe('the page of the user import', () => {
  it('begins with a file, and guesses what its columns are', async () => {
    const server = createServer(null)
    const { user } = await open(
      server,
      answer(api.userImports.upload, () => server.is(draft)),
    )
    await screen.findByRole('button', { name: 'Read file' })
    expect(await findViolations()).toEqual([])
    screen.getByRole('button', { name: 'Choose file' })
    screen.getByText('or drop it here')
    expect(document.querySelector<HTMLInputElement>('input[type=file]')?.multiple).toBe(false)
    await user.upload(
      document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
      new File(['Login,Centre,Hat\n'], 'people.csv'),
    )
    await user.click(screen.getByRole('button', { name: 'Read file' }))
    const field = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Field of column Login' })
    expect(field.value).toBe('username')
    expect(screen.getByRole('row', { name: /Hat.*red/ })).toBeTruthy()
  })

  it('keeps the file when it cannot be read, and says why', async () => {
    const { user } = await open(
      createServer(null),
      answer(api.userImports.upload, () => refuse('file.refused', 'Expected a CSV file.')),
    )
    await screen.findByRole('button', { name: 'Read file' })
    await user.upload(
      document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
      new File(['x'], 'people.csv'),
    )
    await user.click(screen.getByRole('button', { name: 'Read file' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The file was not read')
    screen.getByText('people.csv')
  })

  it('checks the file by the chosen columns, and not while two are one field', async () => {
    const server = createServer(draft)
    const { user, network } = await open(
      server,
      answer(api.userImports.check, () => server.is(checked)),
    )
    const centre = await screen.findByRole('combobox', { name: 'Field of column Centre' })
    await user.selectOptions(centre, 'username')
    screen.getByText('Two columns have the same field. Choose another field for one of them.')
    expect(screen.getByRole('button', { name: 'Check file' })).toHaveProperty('disabled', true)
    await user.selectOptions(centre, 'Cost centre')
    await user.click(screen.getByRole('button', { name: 'Check file' }))
    await screen.findByRole('heading', { name: 'Preview' })
    expect(network.callsTo(api.userImports.check)[0]?.body).toEqual({
      mapping: ['username', 'property:costCentre', null],
      key: 'username',
    })
  })

  it('shows what each row would change, narrows the rows, and imports them', async () => {
    const server = createServer(checked)
    const done: UserImport = { ...checked, state: 'done', endedAt: checked.createdAt }
    const { user, network } = await open(
      server,
      answer(api.userImports.start, () => server.is(done)),
    )
    const ada = await screen.findByRole('row', { name: /^2 ada Changed/ })
    expect(ada.textContent).toContain('Cost centre: 6 → 7')
    screen.getByRole('row', { name: /^4 ! Refused/ })
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Refused 1' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /^2 ada/ })).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Import 2 users' }))
    await screen.findByRole('heading', { name: 'Imported' })
    expect(network.callsTo(api.userImports.start)[0]?.params).toEqual({ id: 'one' })
    screen.getByRole('heading', { name: 'Import another file' })
  })

  it('shows how far it is until it is done, and is cancelled after a question', async () => {
    const server = createServer({ ...checked, state: 'importing', doneRows: 1 })
    const { user } = await open(
      server,
      answer(api.userImports.cancel, () => server.is({ ...checked, state: 'cancelled' })),
    )
    await screen.findByText('1 of 3 rows of people.csv')
    server.is({ ...checked, state: 'importing', doneRows: 2 })
    await screen.findByText('2 of 3 rows of people.csv')
    await user.click(screen.getByRole('button', { name: 'Cancel import' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cancel this import?' })
    await user.click(within(dialog).getByRole('button', { name: 'Cancel import' }))
    await screen.findByRole('heading', { name: 'Cancelled' })
  })

  it('says so when no row changes anything', async () => {
    await open(createServer({ ...checked, counts: { ...none, same: 3 } }))
    await screen.findByText('No row changes a user. There is nothing to import.')
    expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull()
  })

  it('shows a failure with its cause, and can be tried again', async () => {
    const server = createServer(null)
    const { user, network } = await open(
      server,
      answer(api.userImports.read, () => refuse('internal', 'A fault of the program.')),
    )
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching the import')
    network.answer(...server.answers)
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('button', { name: 'Read file' })
  })
})
