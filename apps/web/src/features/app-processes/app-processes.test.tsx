import { type AppProcess, type AppProcessRow, api, type FormHistory } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, ines } from '../../testing/things.ts'

const roles = ['RoleUser', 'RoleDesign'] as const
const updatedAt = '2026-11-20T09:00:00.000Z'
const application = { id: 'app-1', name: 'Orders' }
const row: AppProcessRow = {
  id: 'process-1',
  name: 'Order',
  application,
  key: 'order',
  category: 'Sales',
  version: 2,
  isDisabled: false,
  updatedAt,
  updatedBy: ines,
}
const process: AppProcess = {
  id: 'process-1',
  application,
  name: 'Order',
  key: 'order',
  category: null,
  icon: null,
  documentation: null,
  starterUsers: null,
  starterGroups: 'sales',
  revision: 3,
  version: 2,
  disabled: null,
  editor: null,
  createdAt: updatedAt,
  createdBy: ines,
  updatedAt,
  updatedBy: ines,
}
const history: FormHistory = [
  [{ version: 2, savedBy: ines, note: 'Second', restoredFrom: null }, updatedAt],
  [{ version: 1, savedBy: ines, note: null, restoredFrom: null }, updatedAt],
]
const around: Answer[] = [
  answer(api.categories.list, () => [{ name: 'Sales', parent: null }]),
  answer(api.forms.allApplications, () => [application]),
  answer(api.appProcesses.people, ({ query }) => ({
    items: query?.kind === 'group' ? [{ id: 'sales', name: 'Sales team' }] : [{ id: 'ines', name: 'Ines Duarte' }],
    isMore: false,
  })),
]
const list = (...items: AppProcessRow[]): Answer[] => [
  answer(api.appProcesses.list, () => createPage(items)),
  answer(api.appProcesses.listCount, () => ({ total: items.length, isCapped: false, isPartial: false })),
  ...around,
]
const one = (more: Partial<AppProcess> = {}): Answer[] => [
  answer(api.appProcesses.get, () => ({ ...process, ...more })),
  answer(api.appProcesses.history, () => history),
  ...around,
]
const ofApplication = answer(api.applications.get, () => ({
  ...application,
  key: 'orders',
  description: null,
  category: null,
  processes: 0,
  forms: 0,
  decisions: 0,
  revision: 1,
  disabled: null,
  createdAt: updatedAt,
  createdBy: ines,
  updatedAt,
  updatedBy: ines,
}))
const path = '/design/applications/app-1/appprocesses'

describe('the processes', () => {
  it('are listed, and made in an application', async () => {
    const { user } = await renderApp('/design/applications/appprocesses', { roles, answers: list(row) })
    const found = await screen.findByRole('row', { name: /Order/ })
    expect(within(found).getByRole('link', { name: 'Order' }).getAttribute('href')).toBe(`${path}/process-1`)
    await user.click(await screen.findByRole('button', { name: 'New process' }))
    const item = await screen.findByRole('menuitem', { name: 'Orders' })
    expect(item.getAttribute('href')).toBe(`${path}/create`)
  })

  it('show a failure, can be tried again, and say so when there are none', async () => {
    const { user, network } = await renderApp('/design/applications/appprocesses', {
      roles,
      answers: [...list(), answer(api.appProcesses.list, () => refuse('internal', 'A fault.'))],
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching processes')
    network.answer(...list())
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { name: 'No processes yet' })
  })
})

describe('a process', () => {
  it('is created, and leads to its page', async () => {
    const { user, network } = await renderApp(`${path}/create`, {
      roles,
      answers: [...one(), ofApplication, answer(api.appProcesses.create, () => process)],
    })
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Order')
    await user.click(screen.getByRole('button', { name: 'Create process' }))
    await screen.findByRole('heading', { level: 1, name: 'Order' })
    expect(network.callsTo(api.appProcesses.create)[0]?.body).toMatchObject({ name: 'Order', key: 'order', icon: null })
    expect(location.pathname).toBe(`${path}/process-1`)
  })

  it('is imported from a BPMN file, and says what keeps it from being deployed', async () => {
    const fault = { elementId: 'f', code: 'bpmn.flow', message: 'A fault.', severity: 'error' } as const
    const { user } = await renderApp(`${path}/create`, {
      roles,
      answers: [...one(), ofApplication, answer(api.appProcesses.importFile, () => ({ process, problems: [fault] }))],
    })
    const section = await screen.findByRole('region', { name: 'Or import a BPMN file' })
    const file = new File(['<definitions/>'], 'order.bpmn')
    const input = section.querySelector<HTMLInputElement>('input[type=file]')
    if (input === null) throw new Error('Expected a field for files, but there is none.')
    await user.upload(input, file)
    await user.click(within(section).getByRole('button', { name: 'Import file' }))
    await screen.findByText('1 error prevents the deployment.')
    await screen.findByRole('heading', { level: 1, name: 'Order' })
  })

  it('is saved with the revision that was read, and reported when its design was changed meanwhile', async () => {
    const { user, network } = await renderApp(`${path}/process-1`, {
      roles,
      answers: [...one(), answer(api.appProcesses.save, () => refuse('design.changed', 'Ada has saved version 3.'))],
    })
    await user.type(await screen.findByRole('textbox', { name: 'Documentation' }), 'How goods are ordered')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The changes were not saved')
    expect(network.callsTo(api.appProcesses.save)[0]?.body).toEqual({
      name: 'Order',
      key: 'order',
      category: null,
      icon: null,
      documentation: 'How goods are ordered',
      starterUsers: null,
      starterGroups: 'sales',
      revision: 3,
    })
    network.answer(...one({ version: 3, documentation: 'Other' }))
    await user.click(screen.getByRole('button', { name: 'Load the saved version' }))
    await screen.findByDisplayValue('Other')
  })

  it('keeps what is typed while its history, which could not be fetched, is asked for again', async () => {
    let arrive = (_: FormHistory) => {}
    const late = new Promise<FormHistory>((resolve) => {
      arrive = resolve
    })
    const { user, network } = await renderApp(`${path}/process-1`, {
      roles,
      answers: [...one(), answer(api.appProcesses.history, () => refuse('internal', 'A fault.'))],
    })
    await screen.findByText('Error while fetching the history of the process')
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), ' two')
    network.answer(answer(api.appProcesses.history, () => late))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull())
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('Order two')
    arrive(history)
    await screen.findByRole('button', { name: 'Restore version 1' })
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('Order two')
  })

  it('has starters who are found by name, and shown by it', async () => {
    const { user, network } = await renderApp(`${path}/process-1`, {
      roles,
      answers: [...one(), answer(api.appProcesses.save, () => ({ ...process, starterUsers: 'ines' }))],
    })
    await screen.findByText('Sales team')
    await user.type(screen.getByRole('combobox', { name: 'Users with permission to start' }), 'Dua')
    await user.click(await screen.findByRole('option', { name: /Ines Duarte/ }))
    expect(network.callsTo(api.appProcesses.people).at(-1)?.query).toMatchObject({ kind: 'user' })
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() =>
      expect(network.callsTo(api.appProcesses.save)[0]?.body).toMatchObject({
        starterUsers: 'ines',
        starterGroups: 'sales',
      }),
    )
  })

  it('has starters that nobody changes by pasting while it is disabled', async () => {
    const { user } = await renderApp(`${path}/process-1`, {
      roles,
      answers: one({ disabled: { at: updatedAt, by: ines, reason: 'Old' } }),
    })
    await screen.findByText('Sales team')
    await user.click(screen.getByRole('combobox', { name: 'Groups with permission to start' }))
    await user.paste('everybody')
    expect(screen.queryByText('everybody')).toBeNull()
  })

  it('says when its starters are more than there is room for, and keeps them', async () => {
    const { user } = await renderApp(`${path}/process-1`, { roles, answers: one() })
    await screen.findByText('Sales team')
    const field = screen.getByRole('combobox', { name: 'Users with permission to start' })
    await user.click(field)
    await user.paste(`${'a'.repeat(990)},ines`)
    await user.type(field, 'someone.else,')
    await screen.findByText('Choose fewer: all names together may have at most 1000 characters.')
    screen.getByText('someone.else')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true)
    await user.type(field, '{Backspace}')
    await waitFor(() => expect(screen.queryByText(/^Choose fewer/)).toBeNull())
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(false)
  })

  it('says who is at its design, and goes back to an earlier version', async () => {
    const editor = { holder: ines, since: updatedAt, until: updatedAt }
    const { user, network } = await renderApp(`${path}/process-1`, {
      roles,
      answers: [
        ...one({ editor }),
        answer(api.appProcesses.restoreVersion, () => ({ version: 3, savedAt: updatedAt, problems: [] })),
      ],
    })
    await screen.findByText('Ines Duarte is editing the design')
    await user.click(await screen.findByRole('button', { name: 'Restore version 1' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Restore version' }))
    await screen.findByText('Version 3 has the design of version 1')
    expect(network.callsTo(api.appProcesses.restoreVersion)[0]?.body).toEqual({ version: 2 })
  })

  it('is disabled with a reason', async () => {
    const disabled = { at: updatedAt, by: ines, reason: 'Old' }
    const { user, network } = await renderApp(`${path}/process-1`, {
      roles,
      answers: [
        ...one(),
        answer(api.appProcesses.disable, () => {
          network.answer(...one({ disabled }))
          return { ...process, disabled }
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Disable' }))
    const dialog = await screen.findByRole('dialog', { name: 'Disable “Order”?' })
    await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Old')
    await user.click(within(dialog).getByRole('button', { name: 'Disable process' }))
    await screen.findByText('Disabled by Ines Duarte')
  })

  it('that no longer exists says so', async () => {
    await renderApp(`${path}/gone`, {
      roles,
      answers: [answer(api.appProcesses.get, () => refuse('thing.not-found', 'Expected one, but there is none.'))],
    })
    await screen.findByText('Process not found')
  })
})

describe('copies of processes', () => {
  it('are proposed, and an error stands beside the one that it is about', async () => {
    const proposals = [
      { sourceId: 'process-1', applicationId: 'app-1', name: 'Order copy', key: 'order-copy' },
      { sourceId: 'process-2', applicationId: 'app-1', name: 'Bill copy', key: 'bill-copy' },
    ]
    const message = 'A process has this key already'
    const { user, network } = await renderApp('/design/applications/appprocesses/copy?processIds=process-1,process-2', {
      roles,
      answers: [
        ...list(),
        answer(api.appProcesses.copyMultiple, () => proposals),
        answer(api.appProcesses.saveMultiple, () =>
          refuse('thing.key-taken', message, [{ where: 'processes.1.key', message }]),
        ),
      ],
    })
    const second = await screen.findByRole('region', { name: 'Copy of Bill copy' })
    await user.click(screen.getByRole('button', { name: 'Copy 2 processes' }))
    await within(second).findByText(message)
    network.answer(answer(api.appProcesses.saveMultiple, () => [process, process]))
    await user.click(screen.getByRole('button', { name: 'Copy 2 processes' }))
    await waitFor(() => expect(location.pathname).toBe('/design/applications/appprocesses'))
  })
})
