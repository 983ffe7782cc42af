import { type ApplicationForm, api, type FormRow } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, ines, tomasz } from '../../testing/things.ts'

const roles = ['RoleUser', 'RoleDesign'] as const
const at = '2026-11-20T09:00:00.000Z'
const application = { id: 'app-1', name: 'Orders' }
const row: FormRow = {
  id: 'form-1',
  name: 'Order',
  application,
  formKey: 'order',
  labels: 'sales',
  version: 2,
  isDisabled: false,
  updatedAt: at,
  updatedBy: ines,
}
const form: ApplicationForm = {
  id: 'form-1',
  application,
  name: 'Order',
  formKey: 'order',
  labels: 'sales',
  revision: 3,
  version: 2,
  disabled: null,
  editor: null,
  createdAt: at,
  createdBy: ines,
  updatedAt: at,
  updatedBy: ines,
}
const template: ApplicationForm = { ...form, id: 'part-1', name: 'Address', application: null, formKey: null }
const list = (...items: FormRow[]): Answer[] => [
  answer(api.forms.list, () => createPage(items)),
  answer(api.forms.listCount, () => ({ total: items.length, isCapped: false, isPartial: false })),
  answer(api.forms.allApplications, () => [application]),
]
const versions = [
  [{ version: 2, savedBy: tomasz, note: null, restoredFrom: null }, at],
  [{ version: 1, savedBy: ines, note: 'First try', restoredFrom: null }, at],
] as [{ version: number; savedBy: typeof ines; note: string | null; restoredFrom: null }, string][]
const one = (more: Partial<ApplicationForm> = {}): Answer[] => [
  answer(api.forms.get, () => ({ ...form, ...more })),
  answer(api.forms.history, () => versions),
]
const part = (more: Partial<ApplicationForm> = {}): Answer[] => [
  answer(api.formTemplates.get, () => ({ ...template, ...more })),
  answer(api.formTemplates.history, () => versions),
]

/** The links of the breadcrumb. */
const listCrumbs = () =>
  within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

describe('the forms', () => {
  it('are listed with their applications, and copied together', async () => {
    const { user } = await renderApp('/design/forms', {
      roles,
      answers: [...list(row), answer(api.forms.copyMultiple, () => [])],
    })
    const found = await screen.findByRole('row', { name: /Order/ })
    expect(within(found).getByRole('link', { name: 'Order' }).getAttribute('href')).toBe(
      '/design/applications/app-1/appforms/form-1',
    )
    await user.click(within(found).getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    await waitFor(() => expect(location.pathname).toBe('/design/applications/appforms/copy'))
    expect(location.search).toContain('form-1')
  })

  it('are not offered to be copied while one of them is disabled', async () => {
    const { user } = await renderApp('/design/forms', {
      roles,
      answers: list(row, { ...row, id: 'form-2', name: 'Old', isDisabled: true }),
    })
    const tick = async (name: string) => user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    await tick('Order')
    await screen.findByRole('button', { name: 'Copy' })
    await tick('Old')
    await screen.findByText('Disabled forms cannot be copied. Restore them first, or select others.')
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull()
    await tick('Old')
    await screen.findByRole('button', { name: 'Copy' })
  })

  it('lead to their application by Cancel, unless the user came from a list', async () => {
    await renderApp('/design/applications/app-1/appforms/create', {
      roles,
      answers: [answer(api.forms.formApplication, () => application)],
    })
    await screen.findByRole('heading', { name: 'New form in Orders' })
    expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/design/applications/app-1')
  })

  it('are created in an application', async () => {
    const { user, network } = await renderApp('/design/forms?q=ord', {
      roles,
      answers: [
        ...list(row),
        ...one(),
        answer(api.forms.formApplication, () => application),
        answer(api.forms.create, () => form),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'New form' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Orders' }))
    await screen.findByRole('heading', { name: 'New form in Orders' })
    expect(listCrumbs()).toEqual(['Applications', 'Orders'])
    // As Escape does, it leads to the list from which the user came.
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/design/forms?q=ord'),
    )
    await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Order')
    await user.click(screen.getByRole('button', { name: 'Create form' }))
    await screen.findByRole('heading', { level: 1, name: 'Order' })
    expect(network.callsTo(api.forms.create)[0]).toMatchObject({
      params: { appId: 'app-1' },
      body: { name: 'Order', formKey: 'order', labels: '' },
    })
  })

  it('are found again as they were by Escape, and by the link of one that no longer exists', async () => {
    const { user } = await renderApp('/design/forms?q=ord', {
      roles,
      answers: [
        ...list(row),
        answer(api.forms.get, () => refuse('thing.not-found', 'Expected a form, but there is none.')),
        answer(api.forms.history, () => []),
      ],
    })
    await user.click(await screen.findByRole('link', { name: 'Order' }))
    await screen.findByRole('heading', { name: 'Form not found' })
    const ways = screen.getAllByRole('link', { name: 'Forms' }).map((link) => link.getAttribute('href'))
    expect(ways).toContain('/design/forms?q=ord')
    await user.keyboard('{Escape}')
    await expect.poll(() => location.pathname + location.search).toBe('/design/forms?q=ord')
  })

  it('say so when there are none, and why there can be none', async () => {
    await renderApp('/design/forms', {
      roles,
      answers: [...list(), answer(api.forms.allApplications, () => [])],
    })
    await screen.findByRole('heading', { name: 'No forms yet' })
    await screen.findByText(/Create an application first/)
  })

  it('show a failure in the words of the catalogue', async () => {
    await renderApp('/design/forms', {
      roles,
      answers: [...list(), answer(api.forms.list, () => refuse('internal', 'A fault.'))],
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching application forms')
  })
})

describe('a form', () => {
  it('is changed, and keeps what was typed when somebody was faster', async () => {
    const { user, network } = await renderApp('/design/applications/app-1/appforms/form-1', {
      roles,
      answers: [
        ...one(),
        answer(api.forms.save, () => refuse('thing.changed', 'Expected it, but Tomasz has changed it.')),
      ],
    })
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /Name/ })
    await user.type(name, ' form')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The changes were not saved')
    expect(name.value).toBe('Order form')
    expect(network.callsTo(api.forms.save)[0]?.body).toMatchObject({ name: 'Order form', revision: 3 })
    network.answer(...one({ name: 'Purchase', revision: 4 }))
    await user.click(screen.getByRole('button', { name: 'Load the saved version' }))
    await waitFor(() => expect(name.value).toBe('Purchase'))
  })

  it('says who is at its design, and leads to the designer', async () => {
    await renderApp('/design/applications/app-1/appforms/form-1', {
      roles,
      answers: one({ editor: { holder: tomasz, since: at, until: at } }),
    })
    await screen.findByText('Tomasz Wieczorek is editing the design')
    expect(listCrumbs()).toEqual(['Applications', 'Orders'])
    expect((await screen.findByRole('link', { name: 'Open designer' })).getAttribute('href')).toBe(
      '/applications/app-1/appforms/form-1/formdesigner',
    )
  })

  it('has a history, of which versions are compared and restored', async () => {
    const { user, network } = await renderApp('/design/applications/app-1/appforms/form-1', {
      roles,
      answers: [
        ...one(),
        answer(api.forms.compare, () => ({
          from: 1,
          to: 2,
          form: [],
          nodes: [
            {
              kind: 'changed' as const,
              id: 'a',
              type: 'text',
              name: 'Full name',
              isMoved: true,
              properties: [{ name: 'label', before: 'Name', after: 'Full name' }],
            },
          ],
        })),
        answer(api.forms.restoreVersion, () => refuse('design.locked', 'Expected nobody, but Tomasz is at it.')),
      ],
    })
    await screen.findByText('First try')
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Compare version 1 with the current one' }))
    const dialog = await screen.findByRole('dialog', { name: 'From version 1 to 2' })
    await within(dialog).findByText('Changed, Moved')
    await user.click(within(dialog).getByRole('button', { name: 'Close dialog' }))
    await user.click(screen.getByRole('button', { name: 'Restore version 1' }))
    const question = await screen.findByRole('dialog', { name: 'Restore version 1?' })
    await user.click(within(question).getByRole('button', { name: 'Restore version' }))
    expect((await within(question).findByRole('alert')).textContent).toContain('The version was not restored')
    network.answer(
      answer(api.forms.restoreVersion, () => ({ message: 'x', version: 3, savedAt: at, renderedJson: '{}' })),
    )
    await user.click(within(question).getByRole('button', { name: 'Restore version' }))
    await screen.findByText('Version 3 has the design of version 1')
    expect(network.callsTo(api.forms.restoreVersion)[0]?.body).toEqual({ version: 2 })
  })
})

describe('a form template', () => {
  it('is created by its name', async () => {
    const { user, network } = await renderApp('/design/formTemplates', {
      roles,
      answers: [
        answer(api.formTemplates.list, () => createPage([])),
        answer(api.formTemplates.listCount, () => ({ total: 0, isCapped: false, isPartial: false })),
        answer(api.formTemplates.create, () =>
          refuse('thing.name-taken', 'A form template has this name already', [
            { where: 'name', message: 'A form template has this name already' },
          ]),
        ),
        ...part(),
      ],
    })
    await screen.findByRole('heading', { name: 'No form templates yet' })
    await user.click(screen.getByRole('button', { name: 'New template' }))
    const dialog = await screen.findByRole('dialog', { name: 'New form template' })
    await user.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'Address')
    await user.click(within(dialog).getByRole('button', { name: 'Create template' }))
    await within(dialog).findByText('A form template has this name already')
    network.answer(answer(api.formTemplates.create, () => template))
    await user.click(within(dialog).getByRole('button', { name: 'Create template' }))
    await screen.findByRole('heading', { level: 1, name: 'Address' })
  })

  it('is copied under another name, disabled and restored', async () => {
    const disabled = { at, by: ines, reason: 'Old' }
    const { user, network } = await renderApp('/design/formTemplates/part-1', {
      roles,
      answers: [
        ...part(),
        answer(api.formTemplates.copy, () => ({ ...template, id: 'part-1', name: 'Address' })),
        answer(api.formTemplates.disable, () => {
          network.answer(...part({ disabled }))
          return { ...template, disabled }
        }),
        answer(api.formTemplates.restore, () => {
          network.answer(...part())
          return template
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Copy' }))
    const dialog = await screen.findByRole('dialog', { name: 'Copy “Address”' })
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: /Name/ }).value).toBe('Address copy')
    await user.click(within(dialog).getByRole('button', { name: 'Copy template' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Disable' }))
    const question = await screen.findByRole('dialog', { name: 'Disable “Address”?' })
    await user.type(within(question).getByRole('textbox', { name: /Reason/ }), 'Old')
    await user.click(within(question).getByRole('button', { name: 'Disable template' }))
    await screen.findByText('Disabled by Ines Duarte')
    expect(screen.queryByRole('link', { name: 'Open designer' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    await screen.findByRole('link', { name: 'Open designer' })
    await screen.findByRole('button', { name: 'Copy' })
  })
})

describe('copies', () => {
  const copy = { sourceId: 'form-1', applicationId: 'app-1', name: 'Order copy', formKey: 'order-copy', labels: '' }
  const other = { ...copy, sourceId: 'form-2', name: 'Other copy', formKey: 'other-copy' }

  it('are named, and made together', async () => {
    const { user, network } = await renderApp('/design/applications/appforms/copy?formIds=form-1,form-2', {
      roles,
      answers: [
        ...list(row),
        answer(api.forms.copyMultiple, () => [copy, other]),
        answer(api.forms.saveMultiple, () =>
          refuse('thing.name-taken', 'A form has this name already', [
            { where: 'forms.1.name', message: 'A form has this name already' },
          ]),
        ),
      ],
    })
    const section = await screen.findByRole('region', { name: 'Copy of Other copy' })
    await user.click(screen.getByRole('button', { name: 'Copy 2 forms' }))
    await within(section).findByText('A form has this name already')
    await user.type(within(section).getByRole('textbox', { name: /Name/ }), ' 2')
    network.answer(answer(api.forms.saveMultiple, () => [form, form]))
    await user.click(screen.getByRole('button', { name: 'Copy 2 forms' }))
    await waitFor(() => expect(location.pathname).toBe('/design/forms'))
    expect(network.callsTo(api.forms.saveMultiple).at(-1)?.body).toEqual({
      forms: [copy, { ...other, name: 'Other copy 2' }],
    })
  })

  it('ask before their new names are lost', async () => {
    const path = '/design/applications/appforms/copy?formIds=form-1,form-2'
    const { user } = await renderApp(path, {
      roles,
      answers: [...list(row), answer(api.forms.copyMultiple, () => [copy, other])],
    })
    const section = await screen.findByRole('region', { name: 'Copy of Other copy' })
    await user.type(within(section).getByRole('textbox', { name: /Name/ }), ' 2')
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    const question = await screen.findByRole('dialog', { name: 'Leave without sending?' })
    expect(location.pathname + location.search).toBe(path)
    await user.click(within(question).getByRole('button', { name: 'Discard entries' }))
    await waitFor(() => expect(location.pathname).toBe('/design/forms'))
  })

  it('that are proposed only are left without a question', async () => {
    const { user } = await renderApp('/design/applications/appforms/copy?formIds=form-1', {
      roles,
      answers: [...list(row), answer(api.forms.copyMultiple, () => [copy])],
    })
    await user.click(await screen.findByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(location.pathname).toBe('/design/forms'))
  })

  it('of nothing say what to do', async () => {
    await renderApp('/design/applications/appforms/copy', { roles, answers: list(row) })
    await screen.findByText('Choose forms to copy')
  })

  it('that cannot be prepared are reported in the words of the catalogue', async () => {
    await renderApp('/design/applications/appforms/copy?formIds=form-9', {
      roles,
      answers: [...list(row), answer(api.forms.copyMultiple, () => refuse('thing.not-found', 'There is none.'))],
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching form copy details')
  })
})
