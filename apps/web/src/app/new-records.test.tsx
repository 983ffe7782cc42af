import { api } from '@millrace/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, refuse } from '../testing/network.ts'
import { renderApp } from '../testing/render-app.tsx'

const application = { id: 'app-1', name: 'Orders' }
const around = [
  answer(api.applications.get, () => ({
    ...application,
    ...{ key: 'orders', description: null, category: null, processes: 0, forms: 0, decisions: 0, revision: 1 },
    ...{ disabled: null, createdAt: '2026-11-20T09:00:00.000Z', createdBy: null },
    ...{ updatedAt: '2026-11-20T09:00:00.000Z', updatedBy: null },
  })),
  answer(api.categories.list, () => []),
  answer(api.forms.formApplication, () => application),
  answer(api.forms.allApplications, () => [application]),
  answer(api.appProcesses.people, () => ({ items: [], isMore: false })),
]
const { applications, appProcesses, appDecisions, forms, dataLists } = api
const ofApplication = '/design/applications/app-1'

/** Page, call, and what the server refuses: code, field, and the sentence of the catalogue. */
const pages = [
  [
    '/design/applications/new',
    applications.create,
    ['thing.name-taken', 'name', 'An application has this name already'],
    ['thing.key-taken', 'key', 'An application has this key already'],
  ],
  [
    `${ofApplication}/appprocesses/create`,
    appProcesses.create,
    ['thing.name-taken', 'name', 'A process has this name already'],
    ['thing.key-taken', 'key', 'A process has this key already'],
  ],
  [
    `${ofApplication}/appdecisions/create`,
    appDecisions.create,
    ['thing.name-taken', 'name', 'A decision has this name already'],
    ['thing.key-taken', 'key', 'A decision has this key already'],
  ],
  [
    `${ofApplication}/appforms/create`,
    forms.create,
    ['thing.name-taken', 'name', 'A form has this name already'],
    ['thing.key-taken', 'formKey', 'A form has this key already'],
  ],
  [
    '/design/customDataList/new',
    dataLists.create,
    ['thing.name-taken', 'name', 'A custom data list has this name already'],
    ['thing.key-taken', 'key', 'A custom data list has this key already'],
  ],
] as const

describe('the page of something new', () => {
  it.each(pages)(
    '%s keeps what was entered, and says beside the field which name or key is taken',
    async (...[path, call, byName, byKey]) => {
      const refused = ([code, where, message]: typeof byName | typeof byKey) =>
        answer(call, () => refuse(code, message, [{ where, message }]))
      const { network } = await renderApp(path, {
        roles: ['RoleUser', 'RoleDesign'],
        answers: [...around, refused(byName)],
      })
      const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name(?! of)/ })
      fireEvent.change(name, { target: { value: 'Orders' } })
      const column = screen.queryByRole('textbox', { name: 'Name of column 1' })
      if (column !== null) fireEvent.change(column, { target: { value: 'City' } })
      const create = screen.getByRole<HTMLButtonElement>('button', { name: /^(Create|Save) / })
      await waitFor(() => expect(create.disabled).toBe(false))
      fireEvent.click(create)
      await screen.findByText(byName[2], { selector: '.mantine-InputWrapper-error' })
      network.answer(refused(byKey))
      await waitFor(() => expect(create.disabled).toBe(false))
      fireEvent.click(create)
      await screen.findByText(byKey[2], { selector: '.mantine-InputWrapper-error' })
      expect(screen.queryByText(byName[2])).toBeNull()
      expect(name.value).toBe('Orders')
    },
  )

  it.each([...pages.map(([path]) => path), '/design/emailTemplates/new', '/design/globalProcessProperties/new'])(
    '%s asks before a name that was entered is left behind',
    async (path) => {
      const { user } = await renderApp(path, { roles: ['RoleUser', 'RoleDesign'], answers: around })
      fireEvent.change(await screen.findByRole('textbox', { name: /^Name(?! of)/ }), { target: { value: 'Orders' } })
      await user.click(screen.getByRole('link', { name: 'Cancel' }))
      await screen.findByRole('dialog', { name: 'Leave without sending?' })
      expect(location.pathname).toBe(path)
    },
  )
})
