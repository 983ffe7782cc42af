import { api, type EmailTemplate, type EmailTemplateRow } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, ines } from '../../testing/things.ts'

const roles = ['RoleUser', 'RoleDesign'] as const
const row: EmailTemplateRow = {
  id: 'mail-1',
  name: 'Order',
  subject: 'Order ${number}',
  isDisabled: false,
  updatedAt: '2026-11-20T09:00:00.000Z',
  updatedBy: ines,
}
const template: EmailTemplate = {
  id: 'mail-1',
  name: 'Order',
  subject: 'Order ${number}',
  html: '<p>Hello ${name}</p>',
  missingValues: 'empty',
  variables: ['name', 'number'],
  revision: 3,
  disabled: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  createdBy: ines,
  updatedAt: '2026-11-20T09:00:00.000Z',
  updatedBy: ines,
}
const list = (...items: EmailTemplateRow[]): Answer[] => [
  answer(api.emailTemplates.list, () => createPage(items)),
  answer(api.emailTemplates.listCount, () => ({ total: items.length, isCapped: false, isPartial: false })),
]
const preview = answer(api.emailTemplates.preview, ({ body }) => {
  const { subject, sample } = body as { subject: string; sample: { name?: string } }
  return {
    subject: `Seen: ${subject}`,
    html: `<p>Hello ${sample.name ?? ''}</p>`,
    text: 'Hello',
    missing: sample.name ? [] : [{ placeholder: '${name}', message: 'It has no value.' }],
  }
})
const one = (more: Partial<EmailTemplate> = {}): Answer[] => [
  answer(api.emailTemplates.get, () => ({ ...template, ...more })),
  preview,
]

describe('the email templates', () => {
  it('are listed, and say so when there are none', async () => {
    const { user, network } = await renderApp('/design/emailTemplates', { roles, answers: list(row) })
    const found = await screen.findByRole('row', { name: /Order/ })
    expect(within(found).getByRole('link', { name: 'Order' }).getAttribute('href')).toBe(
      '/design/emailTemplates/mail-1',
    )
    await screen.findByRole('link', { name: 'New template' })
    await user.click(screen.getByRole('link', { name: /^Disabled/ }))
    await waitFor(() => expect(network.callsTo(api.emailTemplates.list).at(-1)?.query).toEqual({ isDisabled: 'true' }))
  })

  it('show a failure, and can be tried again', async () => {
    const { user, network } = await renderApp('/design/emailTemplates', {
      roles,
      answers: [...list(), answer(api.emailTemplates.list, () => refuse('internal', 'A fault.'))],
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching email templates')
    network.answer(...list())
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { name: 'No email templates yet' })
  })
})

describe('an email template', () => {
  it('is created, and leads to its page', async () => {
    const { user, network } = await renderApp('/design/emailTemplates/new', {
      roles,
      answers: [...one(), answer(api.emailTemplates.create, () => template)],
    })
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Order')
    await user.type(screen.getByRole('textbox', { name: /Subject/ }), 'Order')
    await user.click(screen.getByRole('button', { name: 'Save template' }))
    await screen.findByRole('heading', { level: 1, name: 'Order' })
    expect(network.callsTo(api.emailTemplates.create)[0]?.body).toEqual({
      name: 'Order',
      subject: 'Order',
      html: '',
      missingValues: 'empty',
    })
    expect(location.pathname).toBe('/design/emailTemplates/mail-1')
  })

  it('shows the mail with sample values, and what has none', async () => {
    const { user } = await renderApp('/design/emailTemplates/mail-1', { roles, answers: one() })
    const shown = await screen.findByRole('region', { name: 'Preview of the mail' })
    within(shown).getByText('Seen: Order ${number}')
    await screen.findByText('1 placeholder has no value')
    const sample = screen.getByRole('textbox', { name: 'Sample values' })
    await user.clear(sample)
    await user.click(sample)
    await user.paste('{"name": "Ann"')
    await screen.findByText('Enter a JSON object such as {"number": 7}.')
    await user.paste('}')
    await within(shown).findByText('Hello Ann')
    expect(screen.queryByText('1 placeholder has no value')).toBeNull()
  })

  it('completes a placeholder from the sample values', async () => {
    const { user } = await renderApp('/design/emailTemplates/mail-1', { roles, answers: one() })
    const html = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'HTML text' })
    await user.clear(html)
    await user.type(html, 'To ${{nu')
    expect(screen.queryByRole('button', { name: 'Insert ${name}' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Insert ${number}' }))
    expect(html.value).toBe('To ${number}')
  })

  it('is saved with the revision that was read, and keeps what was typed when somebody was faster', async () => {
    const { user, network } = await renderApp('/design/emailTemplates/mail-1', {
      roles,
      answers: [
        ...one(),
        answer(api.emailTemplates.save, () =>
          refuse('thing.changed', 'Expected it as it was, but Ada has changed it.'),
        ),
      ],
    })
    const subject = await screen.findByRole<HTMLInputElement>('textbox', { name: /Subject/ })
    await user.clear(subject)
    await user.type(subject, 'Other')
    await user.click(screen.getByRole('button', { name: 'Save template' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The email template was not saved')
    expect(alert.textContent).toContain('Your entries are kept.')
    expect(network.callsTo(api.emailTemplates.save)[0]?.body).toMatchObject({ subject: 'Other', revision: 3 })
    expect(subject.value).toBe('Other')
    network.answer(answer(api.emailTemplates.save, () => ({ ...template, subject: 'Other', revision: 4 })))
    await user.click(screen.getByRole('button', { name: 'Save template' }))
    await waitFor(() => expect(screen.queryByText('Not saved yet')).toBeNull())
  })

  it('keeps what is typed while it is saved, as the next change', async () => {
    let arrive = () => {}
    const late = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const saved = { ...template, subject: 'Order 1', revision: 4 }
    const { user, network } = await renderApp('/design/emailTemplates/mail-1', {
      roles,
      answers: [...one({ subject: 'Order' }), answer(api.emailTemplates.save, () => late.then(() => saved))],
    })
    const subject = await screen.findByRole<HTMLInputElement>('textbox', { name: /Subject/ })
    await user.type(subject, ' 1')
    await user.click(screen.getByRole('button', { name: 'Save template' }))
    await user.type(subject, '2')
    network.answer(
      ...one(saved),
      answer(api.emailTemplates.save, () => ({ ...saved, subject: 'Order 12', revision: 5 })),
    )
    arrive()
    await screen.findByText('Email template saved')
    expect(subject.value).toBe('Order 12')
    await user.click(screen.getByRole('button', { name: 'Save template' }))
    await waitFor(() => expect(screen.queryByText('Not saved yet')).toBeNull())
    expect(network.callsTo(api.emailTemplates.save).map(({ body }) => body)).toMatchObject([
      { subject: 'Order 1', revision: 3 },
      { subject: 'Order 12', revision: 4 },
    ])
  })

  it('shows what the server says of a field beside it', async () => {
    const { user } = await renderApp('/design/emailTemplates/mail-1', {
      roles,
      answers: [
        ...one(),
        answer(api.emailTemplates.save, () =>
          refuse('thing.name-taken', 'An email template has this name already', [
            { where: 'name', message: 'An email template has this name already' },
          ]),
        ),
      ],
    })
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), ' 2')
    await user.click(screen.getByRole('button', { name: 'Save template' }))
    await screen.findByText('An email template has this name already', { selector: '.mantine-InputWrapper-error' })
  })

  it('is disabled with a reason, and restored', async () => {
    const disabled = { at: '2026-11-20T09:00:00.000Z', by: ines, reason: 'Old' }
    const { user, network } = await renderApp('/design/emailTemplates/mail-1', {
      roles,
      answers: [
        ...one(),
        answer(api.emailTemplates.disable, () => {
          network.answer(...one({ disabled, revision: 4 }))
          return { ...template, disabled, revision: 4 }
        }),
        answer(api.emailTemplates.restore, () => {
          network.answer(...one({ revision: 5 }))
          return { ...template, revision: 5 }
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Disable' }))
    const dialog = await screen.findByRole('dialog', { name: 'Disable “Order”?' })
    await user.click(within(dialog).getByRole('button', { name: 'Disable template' }))
    await within(dialog).findByText('Enter a reason.')
    await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Old')
    await user.click(within(dialog).getByRole('button', { name: 'Disable template' }))
    await screen.findByText('Disabled by Ines Duarte')
    expect(network.callsTo(api.emailTemplates.disable)[0]?.query).toEqual({ deletedReason: 'Old' })
    expect(screen.queryByRole('button', { name: 'Send test mail' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    await screen.findByRole('button', { name: 'Disable' })
  })

  it('is tried by a mail, and shows the result', async () => {
    const mail = { id: 'try-1', to: 'ann@example.org', state: 'waiting', error: null } as const
    const { user, network } = await renderApp('/design/emailTemplates/mail-1', {
      roles,
      answers: [
        ...one(),
        answer(api.emailTemplates.sendTest, () => mail),
        answer(api.emailTemplates.testMail, () => mail),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Send test mail' }))
    await screen.findByText('Enter an email address such as jo@example.org.')
    await user.type(screen.getByRole('textbox', { name: 'To' }), 'ann@example.org')
    await user.click(screen.getByRole('button', { name: 'Send test mail' }))
    await screen.findByText('The mail was sent to the mail server')
    network.answer(answer(api.emailTemplates.testMail, () => ({ ...mail, state: 'sent' as const })))
    await screen.findByText('The mail server accepted the mail to ann@example.org')
    expect(network.callsTo(api.emailTemplates.sendTest)[0]?.body).toEqual({
      to: 'ann@example.org',
      sample: { name: '', number: '' },
    })
  })

  it('that no longer exists says so', async () => {
    await renderApp('/design/emailTemplates/gone', {
      roles,
      answers: [answer(api.emailTemplates.get, () => refuse('thing.not-found', 'Expected one, but there is none.'))],
    })
    await screen.findByText('Email template not found')
  })

  it('begins a copy with all that it has', async () => {
    const { user, network } = await renderApp('/design/emailTemplates/mail-1/copy', {
      roles,
      answers: [...one(), answer(api.emailTemplates.create, () => ({ ...template, name: 'Order copy' }))],
    })
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /Name/ })).value).toBe('Order copy')
    await user.click(screen.getByRole('button', { name: 'Save copy' }))
    await waitFor(() =>
      expect(network.callsTo(api.emailTemplates.create)[0]?.body).toEqual({
        name: 'Order copy',
        subject: 'Order ${number}',
        html: '<p>Hello ${name}</p>',
        missingValues: 'empty',
      }),
    )
  })
})
