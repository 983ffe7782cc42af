import { api } from '@millrace/contract'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createForm } from '../../testing/things.ts'

const address = '/standalone/external/process/viewprocess/d1?link=token'
const opened = (more: object = {}) => ({
  ...{ name: 'Complaint', description: null, form: createForm(), hasCaptcha: false, expiresAt: null, maySave: true },
  ...more,
})

describe('a form of a public link that can be saved', () => {
  it('is saved for an address, and says where the way back was sent to', async () => {
    const { user, network } = await renderApp(address, {
      answers: [
        answer(api.openForms.get, () => opened()),
        answer(api.openForms.save, () => ({ expiresAt: '2026-12-08T10:00:00.000Z' })),
      ],
    })
    await user.type(await screen.findByRole('textbox', { name: /Comment/ }), 'Half a word')
    await user.click(screen.getByRole('button', { name: 'Save and go on later' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Save and go on later' }))
    await user.click(dialog.getByRole('button', { name: 'Save form' }))
    dialog.getByText('Enter an e-mail address, such as jo@example.org.')
    await user.type(dialog.getByRole('textbox', { name: /Your e-mail address/ }), 'jo@example.org')
    await user.click(dialog.getByRole('button', { name: 'Save form' }))
    await dialog.findByText(/The link is on its way to jo@example\.org\. It is good until 08\/12\/2026/)
    expect(network.callsTo(api.openForms.save)[0]?.body).toMatchObject({
      email: 'jo@example.org',
      values: { comment: 'Half a word' },
      captcha: null,
    })
  })

  it('opens with what was saved, and sends it under its secret', async () => {
    const form = createForm()
    const draft = {
      values: { comment: 'Half a word' },
      hash: form.document.hash,
      revision: 0,
      savedAt: '2026-11-24T10:00:00.000Z',
    }
    const { user, network } = await renderApp(`${address}&saved=secret`, {
      answers: [
        answer(api.openForms.get, () => opened({ form: { ...form, draft } })),
        answer(api.openForms.send, () => ({ receipt: 'r', reference: 'ABC2345' })),
        answer(api.openForms.getReceipt, () => ({
          ...{ reference: 'ABC2345', name: 'Complaint', sentAt: '2026-11-24T10:00:00.000Z', state: 'open' as const },
        })),
      ],
    })
    const field = await screen.findByRole('textbox', { name: /Comment/ })
    expect((field as HTMLInputElement).value).toBe('Half a word')
    screen.getByText(/^This is the form as you saved it/)
    await user.type(field, ' more')
    await user.click(screen.getByRole('button', { name: 'Send form' }))
    await screen.findByText(/Your reference is ABC2345/)
    expect(network.callsTo(api.openForms.get)[0]?.query).toMatchObject({ saved: 'secret' })
    expect(network.callsTo(api.openForms.send)[0]?.body).toMatchObject({
      values: { comment: 'Half a word more' },
      saved: 'secret',
    })
  })

  it.each([
    ['link.over', 'expired', 'This link leads nowhere any more', /^Its time is over/],
    ['link.over', 'used', 'This link leads nowhere any more', /^A form was sent by it already/],
    ['link.over', 'ended', 'This link leads nowhere any more', /^Whoever made it has ended it/],
    ['link.over', 'done', 'This link leads nowhere any more', /^What it asks for is done already/],
    ['link.over', 'savedUsed', 'This link leads nowhere any more', /^What you saved was sent already/],
    ['link.over', 'savedExpired', 'This link leads nowhere any more', /^What you saved is kept no longer/],
    ['thing.not-found', '', 'There is no form here', /^It is not here any more/],
  ] as const)('has a page of its own when it is refused as %s, %s', async (code, reason, title, text) => {
    const details = reason === '' ? [] : [{ where: 'reason', message: reason }]
    await renderApp(`${address}&saved=secret`, {
      answers: [answer(api.openForms.get, () => refuse(code, 'Expected a form, but it is gone.', details))],
    })
    const heading = await screen.findByRole('heading', { name: title })
    expect(heading.parentElement?.querySelector('p')?.textContent).toMatch(text)
  })

  it('offers nothing of that where the link does not allow it', async () => {
    await renderApp(address, { answers: [answer(api.openForms.get, () => opened({ maySave: false }))] })
    await screen.findByRole('textbox', { name: /Comment/ })
    expect(screen.queryByRole('button', { name: 'Save and go on later' })).toBeNull()
  })
})
