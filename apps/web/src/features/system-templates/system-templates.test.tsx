import { api, type SystemTemplate, type SystemTemplateRow, systemMailNames } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ines } from '../../testing/things.ts'

const roles = ['RoleUser', 'RoleAdmin'] as const
const page = '/admin/systemTemplates'
const fault = { at: '2026-11-20T09:00:00.000Z', message: 'Expected a value.' }
const rows: SystemTemplateRow[] = systemMailNames.map((mail) => ({
  ...{ mail, languages: [], fault: null, updatedAt: null, updatedBy: null },
  ...(mail === 'overdue' && { languages: ['', 'de'], fault, updatedAt: '2026-11-19T09:00:00.000Z', updatedBy: ines }),
}))
const template: SystemTemplate = {
  ...{ mail: 'overdue', language: '', subject: '${name}', html: '<p>${what}</p>' },
  ...{ isOwn: true, revision: 3, languages: ['', 'de'], hasLanguages: true, fault: null },
  placeholders: [
    { name: 'answers', sample: 'Answer: Approve', isPart: true },
    { name: 'name', sample: 'Check the invoice', isPart: false },
    { name: 'what', sample: 'Overdue', isPart: false },
  ],
  ...{ updatedAt: '2026-11-19T09:00:00.000Z', updatedBy: ines },
}
const brought: Pick<SystemTemplate, 'isOwn' | 'languages' | 'subject' | 'revision'> = {
  isOwn: false,
  languages: [],
  subject: 'Overdue: ${name}',
  revision: 4,
}
const preview = answer(api.systemTemplates.preview, ({ body }) => {
  const { subject, html } = body as { subject: string; html: string }
  return { subject: `Seen: ${subject}`, html, text: '', missing: [] }
})
const one = (more: Partial<SystemTemplate> = {}): Answer[] => [
  answer(api.systemTemplates.list, () => rows),
  answer(api.systemTemplates.get, ({ query }) => ({ ...template, language: query.language ?? '', ...more })),
  preview,
]

describe('the system templates', () => {
  it('are listed with what the workplace has made of them, and lead to each', async () => {
    const { user } = await renderApp(page, { roles, answers: one() })
    const table = await screen.findByRole('table', { name: 'Mails of the product' })
    expect(within(table).getAllByRole('row')).toHaveLength(17)
    const changed = within(table).getByRole('row', { name: /Task overdue/ })
    within(changed).getByText('All other languages, German (de)')
    within(changed).getByText('Not usable')
    within(changed).getByText('Ines Duarte')
    within(within(table).getByRole('row', { name: /Daily summary/ })).getByText('Default text')
    await user.click(within(changed).getByRole('link', { name: 'Task overdue' }))
    await screen.findByRole('heading', { level: 1, name: 'Task overdue' })
    expect(`${location.pathname}${location.search}`).toBe(`${page}?mail=overdue`)
    await user.click(screen.getByRole('link', { name: 'System Templates', current: false }))
    await screen.findByRole('table', { name: 'Mails of the product' })
  })

  it('show a failure, and can be tried again', async () => {
    const failed = answer(api.systemTemplates.list, () => refuse('internal', 'A fault.'))
    const { user, network } = await renderApp(page, { roles, answers: [failed] })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching system templates')
    network.answer(...one())
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('table', { name: 'Mails of the product' })
  })

  it('say so when there is no such mail', async () => {
    const gone = answer(api.systemTemplates.get, () => refuse('thing.not-found', 'None.'))
    await renderApp(`${page}?mail=welcome`, { roles, answers: [gone] })
    await screen.findByRole('heading', { name: 'Mail not found' })
  })
})

describe('a system template', () => {
  it('shows the mail, what may stand in it, and why it could not be used', async () => {
    await renderApp(`${page}?mail=overdue`, { roles, answers: one({ fault }) })
    const shown = await screen.findByRole('region', { name: 'Preview of the mail' })
    within(shown).getByText('Seen: ${name}')
    const table = screen.getByRole('table', { name: 'Placeholders' })
    within(within(table).getByRole('row', { name: /\$\{name\}/ })).getByText('Check the invoice')
    screen.getByText('This text cannot be used')
    screen.getByText(/mails are sent with the default text\. Fix the text and save it\. Needs a value\./)
  })

  it('completes a placeholder of the mail, and is saved with the revision that was read', async () => {
    const { user, network } = await renderApp(`${page}?mail=overdue&language=de`, {
      roles,
      answers: [
        ...one(),
        answer(api.systemTemplates.save, () =>
          refuse('thing.changed', 'Expected it as it was.', [{ where: 'updatedBy', message: 'Ada' }]),
        ),
      ],
    })
    const html = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'HTML text' })
    await user.clear(html)
    await user.type(html, 'See ${{na')
    expect(screen.queryByRole('button', { name: 'Insert ${what}' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Insert ${name}' }))
    expect(html.value).toBe('See ${name}')
    await user.click(screen.getByRole('button', { name: 'Save text' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The text was not saved')
    expect(alert.textContent).toContain('Your entries are kept.')
    const [sent] = network.callsTo(api.systemTemplates.save)
    expect(sent?.body).toEqual({ subject: '${name}', html: 'See ${name}', language: 'de', revision: 3 })
    const theirs = { ...template, language: 'de', subject: 'Late: ${name}', revision: 4 }
    network.answer(answer(api.systemTemplates.get, () => theirs))
    await user.click(screen.getByRole('button', { name: 'Load these changes' }))
    await screen.findByText('Subject: ${name} → Late: ${name}')
    expect(html.value).toBe('See ${name}')
    network.answer(answer(api.systemTemplates.save, () => ({ ...theirs, html: 'See ${name}', revision: 5 })))
    await user.click(screen.getByRole('button', { name: 'Save text' }))
    await screen.findByText('Text of the mail saved')
    expect(network.callsTo(api.systemTemplates.save)[1]?.body).toEqual({
      ...{ subject: 'Late: ${name}', html: 'See ${name}', language: 'de', revision: 4 },
    })
    await waitFor(() => expect(screen.queryByText('Not saved yet')).toBeNull())
  })

  it('reports in the preview and beside the field what the server refuses', async () => {
    const message = 'Expected placeholders of this mail, but ${x} is none.'
    const fault = '${x} is no placeholder of this mail.'
    const refused = refuse('template.invalid', message, [{ where: 'subject', message: fault }])
    const { user } = await renderApp(`${page}?mail=overdue`, {
      roles,
      answers: [
        ...one(),
        answer(api.systemTemplates.preview, () => refused),
        answer(api.systemTemplates.save, () => refused),
      ],
    })
    expect((await screen.findByRole('alert')).textContent).toContain(fault)
    const subject = await screen.findByRole('textbox', { name: /Subject/ })
    await user.type(subject, '!')
    await user.click(screen.getByRole('button', { name: 'Save text' }))
    await waitFor(() => expect(subject.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getAllByText(fault)).toHaveLength(1)
  })

  it('has a text for each language, and asks before what was typed is left for another', async () => {
    const { user } = await renderApp(`${page}?mail=overdue`, { roles, answers: one() })
    const subject = await screen.findByRole('textbox', { name: /Subject/ })
    await user.type(subject, '!')
    const choose = async (name: string) => {
      await user.click(screen.getByRole('combobox', { name: 'Language of recipients' }))
      await user.click(await screen.findByRole('option', { name }))
    }
    await choose('German (de)')
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(location.search).toBe('?mail=overdue')
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await choose('French (fr)')
    await waitFor(() => expect(location.search).toBe('?mail=overdue&language=fr'))
  })

  it('of people without an account has one for all languages', async () => {
    await renderApp(`${page}?mail=formLink`, { roles, answers: one({ mail: 'formLink', hasLanguages: false }) })
    await screen.findByRole('textbox', { name: /Subject/ })
    expect(screen.queryByRole('combobox', { name: 'Language of recipients' })).toBeNull()
  })

  it('is set back with what was being typed, and can be changed again', async () => {
    const back = { ...template, ...brought, revision: 4 }
    const { user, network } = await renderApp(`${page}?mail=overdue`, {
      roles,
      answers: [
        ...one(),
        answer(api.systemTemplates.reset, () => back),
        answer(api.systemTemplates.save, () => ({ ...template, revision: 5 })),
      ],
    })
    const subject = () => screen.findByRole<HTMLInputElement>('textbox', { name: /Subject/ })
    await user.type(await subject(), '!')
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    network.answer(...one({ ...brought, revision: 4 }))
    await user.click(await screen.findByRole('button', { name: 'Reset text' }))
    await screen.findByText('Text of the mail reset')
    await waitFor(async () => expect((await subject()).value).toBe('Overdue: ${name}'))
    await user.type(await subject(), '?')
    await user.click(screen.getByRole('button', { name: 'Save text' }))
    await screen.findByText('Text of the mail saved')
    expect(network.callsTo(api.systemTemplates.save)[0]?.body).toMatchObject({ revision: 4 })
  })

  it('is shown for what is no language too, which an address may have', async () => {
    await renderApp(`${page}?mail=overdue&language=de-12`, { roles, answers: one({ language: 'de-12' }) })
    await screen.findByRole('textbox', { name: /Subject/ })
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Language of recipients' }).value).toBe('de-12')
  })

  it('is set back after it was asked', async () => {
    const { user, network } = await renderApp(`${page}?mail=overdue`, {
      roles,
      answers: [...one(), answer(api.systemTemplates.reset, () => ({ ...template, ...brought }))],
    })
    await user.click(await screen.findByRole('button', { name: 'Reset' }))
    const dialog = await screen.findByRole('dialog', { name: 'Reset “Task overdue”?' })
    network.answer(...one(brought))
    await user.click(within(dialog).getByRole('button', { name: 'Reset text' }))
    await screen.findByText('Text of the mail reset')
    expect(network.callsTo(api.systemTemplates.reset)[0]?.query).toEqual({ revision: '3' })
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Subject/ }).value).toBe('Overdue: ${name}'),
    )
    expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull()
  })

  it('is tried by a mail, which shows the result', async () => {
    const mail = { id: 'mail-1', to: 'ann@example.org', error: null } as const
    const { user, network } = await renderApp(`${page}?mail=overdue&language=de`, {
      roles,
      answers: [
        ...one(),
        answer(api.systemTemplates.sendTest, () => ({ ...mail, state: 'waiting' as const })),
        answer(api.systemTemplates.testMail, () => ({ ...mail, state: 'sent' as const })),
      ],
    })
    await user.type(await screen.findByRole('textbox', { name: 'To' }), 'ann@example.org')
    await user.click(screen.getByRole('button', { name: 'Send test mail' }))
    await screen.findByText('The mail server accepted the mail to ann@example.org')
    expect(network.callsTo(api.systemTemplates.sendTest)[0]?.body).toEqual({ to: 'ann@example.org', language: 'de' })
  })
})
