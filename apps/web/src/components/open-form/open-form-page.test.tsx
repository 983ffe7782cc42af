import { api } from '@millrace/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createForm } from '../../testing/things.ts'
import { loadCaptcha } from './load-captcha.ts'

const address = '/standalone/external/process/viewprocess/d1?link=token'
const opened = (more: object = {}) => ({
  ...{
    name: 'Complaint',
    description: null,
    form: createForm(),
    hasCaptcha: false,
    captchaService: null,
    expiresAt: null,
    maySave: true,
  },
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
    await user.click(screen.getByRole('button', { name: 'Save and continue later' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Save and continue later' }))
    await user.click(dialog.getByRole('button', { name: 'Save form' }))
    dialog.getByText('Enter an email address such as jo@example.org.')
    await user.type(dialog.getByRole('textbox', { name: /Your email address/ }), 'jo@example.org')
    await user.click(dialog.getByRole('button', { name: 'Save form' }))
    await dialog.findByText(/The link was sent to jo@example\.org\. It is valid until 08\/12\/2026/)
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
          ...{ thanks: null, onwards: null },
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

  it('shows newer values of its task, and offers what was saved beside them', async () => {
    const draft = {
      values: { comment: 'Mine' },
      hash: 'h',
      basis: 'one',
      revision: 0,
      savedAt: '2026-11-20T08:00:00.000Z',
    }
    const basis = { revision: 'two', changedAt: '2026-11-20T09:30:00.000Z' }
    const form = { ...createForm(), values: { comment: 'Of somebody else' }, basis, draft }
    const { user } = await renderApp(`${address}&saved=secret`, {
      answers: [answer(api.openForms.get, () => opened({ form }))],
    })
    const comment = () => screen.findByRole<HTMLInputElement>('textbox', { name: /Comment/ })
    await screen.findByText(/is older than these values/)
    expect((await comment()).value).toBe('Of somebody else')
    expect(screen.queryByText(/^This is the form as you saved it/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Use my draft' }))
    await waitFor(async () => expect((await comment()).value).toBe('Mine'))
  })

  it.each([
    ['link.over', 'expired', 'This link is no longer valid', /^The link has expired/],
    ['link.over', 'used', 'This link is no longer valid', /^The form was already sent/],
    ['link.over', 'ended', 'This link is no longer valid', /^The sender has ended this link/],
    ['link.over', 'done', 'This link is no longer valid', /^This task is already completed/],
    ['link.over', 'savedUsed', 'This link is no longer valid', /^The saved form was already sent/],
    ['link.over', 'savedExpired', 'This link is no longer valid', /^The saved entries were deleted/],
    ['thing.not-found', '', 'Form not found', /^Check that you copied the whole link/],
  ] as const)('has a page of its own when it is refused as %s, %s', async (code, reason, title, text) => {
    const details = reason === '' ? [] : [{ where: 'reason', message: reason }]
    await renderApp(`${address}&saved=secret`, {
      answers: [answer(api.openForms.get, () => refuse(code, 'Expected a form, but it is gone.', details))],
    })
    const heading = await screen.findByRole('heading', { name: title })
    expect(heading.parentElement?.querySelector('p')?.textContent).toMatch(text)
    screen.getByRole('heading', { level: 1, name: 'Form' })
  })

  it('says why it is over when it is sent too late, where a user who sent it sees that', async () => {
    const late = refuse('link.over', 'Expected a link.', [{ where: 'reason', message: 'used' }])
    const { user } = await renderApp(address, {
      answers: [answer(api.openForms.get, () => opened()), answer(api.openForms.send, () => late)],
    })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Comment/ })
    await user.type(field, 'A loud noise')
    const seen = vi.spyOn(Element.prototype, 'scrollIntoView')
    await user.click(screen.getByRole('button', { name: 'Send form' }))
    const banner = await screen.findByRole('alert')
    expect(banner.textContent).toMatch(
      /^The form could not be sent.*The form was already sent with this link\..*Your entries are kept/,
    )
    await waitFor(() => expect(seen.mock.contexts).toContain(banner.parentElement))
    expect(field.value).toBe('A loud noise')
  })

  it('offers nothing of that where the link does not allow it', async () => {
    await renderApp(address, { answers: [answer(api.openForms.get, () => opened({ maySave: false }))] })
    await screen.findByRole('textbox', { name: /Comment/ })
    expect(screen.queryByRole('button', { name: 'Save and continue later' })).toBeNull()
  })
})

describe('a form of a public link that asks another system', () => {
  it('names the field that could not be checked while that is away, and keeps what was entered', async () => {
    const message = 'This could not be checked, because the other system gives no answer now.'
    const { user } = await renderApp(address, {
      answers: [
        answer(api.openForms.get, () => opened()),
        answer(api.openForms.send, () =>
          refuse('look-up.failed', 'Expected an answer of “cities”, but there is none at the moment.', [
            { where: 'comment', message, code: 'look-up.unchecked' },
          ]),
        ),
      ],
    })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Comment/ })
    await user.type(field, 'A loud noise')
    await user.click(screen.getByRole('button', { name: 'Send form' }))
    await screen.findByText(message, { selector: '.mantine-InputWrapper-error' })
    expect(field.value).toBe('A loud noise')
  })
})

describe('a form of a public link with the captcha of a service', () => {
  const service = { kind: 'turnstile', siteKey: 'our-site' } as const
  const sent = { receipt: 'r', reference: 'ABC2345' }

  interface Drawn {
    readonly options: { readonly sitekey: string; readonly callback: (response: string) => void }
    resets: number
  }
  const drawn: Drawn[] = []
  const draw = (_: HTMLElement, options: Drawn['options']) => drawn.push({ options, resets: 0 }) - 1
  // The page loads it once, whatever happens in it.
  const turnstile = {
    render: draw,
    reset: (id: number) => {
      const one = drawn[id]
      if (one !== undefined) one.resets += 1
    },
  }

  /** The script of the service: it arrives, and draws what the test solves. */
  function arrive() {
    drawn.length = 0
    Object.assign(globalThis, { turnstile })
    const globals = globalThis as unknown as { millraceCaptchaReady: () => void }
    act(() => globals.millraceCaptchaReady())
  }

  const findScript = () =>
    waitFor(() => {
      const script = document.querySelector<HTMLScriptElement>('script[src*="challenges.cloudflare.com"]')
      if (script === null) throw new Error('Expected the script of the service, but it is not asked for.')
      return script
    })

  it('is given up after 15 seconds when what its script loads never arrives, and asked for again the next time', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const findScripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[src*="hcaptcha.com"]')]
    let failure: unknown = null
    const ask = () =>
      loadCaptcha('hcaptcha').catch((error: unknown) => {
        failure = error
      })
    void ask()
    const [lost] = findScripts()
    lost?.dispatchEvent(new Event('load'))
    await vi.advanceTimersByTimeAsync(14_999)
    expect(failure).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(String(failure)).toContain('Expected https://js.hcaptcha.com/1/api.js to be ready within 15 seconds')
    expect(findScripts()).toEqual([])
    const again = ask()
    const [next] = findScripts()
    expect(next).not.toBe(lost)
    next?.dispatchEvent(new Event('error'))
    await again
    expect(String(failure)).toContain('Expected https://js.hcaptcha.com/1/api.js to load')
  })

  it('is sent with what solving it gave, once, and says when it is not solved or not there', async () => {
    let times = 0
    const { user, network } = await renderApp(address, {
      answers: [
        answer(api.openForms.get, () => opened({ hasCaptcha: true, captchaService: service })),
        answer(api.openForms.send, () => (++times === 1 ? refuse('captcha.refused', 'Expected a captcha.') : sent)),
        answer(api.openForms.getReceipt, () => ({
          ...{ reference: 'ABC2345', name: 'Complaint', sentAt: '2026-11-24T10:00:00.000Z', state: 'open' as const },
          ...{ thanks: null, onwards: null },
        })),
      ],
    })
    await user.type(await screen.findByRole('textbox', { name: /Comment/ }), 'A loud noise')
    const lost = await findScript()
    fireEvent.error(lost)
    await screen.findByText('The captcha could not be loaded')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    const script = await findScript()
    expect(script).not.toBe(lost)
    expect(script.src).toMatch(
      /^https:\/\/challenges\.cloudflare\.com\/turnstile\/v0\/api\.js\?render=explicit&onload=/,
    )
    arrive()
    await waitFor(() => expect(drawn.map(({ options }) => options.sitekey)).toEqual(['our-site']))
    expect(screen.queryByText('The captcha could not be loaded')).toBeNull()
    screen.getByText('This captcha is provided by Cloudflare Turnstile.')
    const button = screen.getByRole('button', { name: 'Send form' })
    await user.click(button)
    await screen.findByText(/^Solve the captcha first/)
    expect(network.callsTo(api.openForms.send)).toHaveLength(0)
    drawn[0]?.options.callback('solved-1')
    await user.click(button)
    await screen.findByText(/The captcha was not solved/)
    // What was used is good for nothing more.
    await user.click(button)
    await screen.findByText(/^Solve the captcha first/)
    expect(drawn[0]?.resets).toBe(1)
    drawn[0]?.options.callback('solved-2')
    await user.click(button)
    await screen.findByText(/Your reference is ABC2345/)
    expect(network.callsTo(api.openForms.send).map(({ body }) => (body as { captcha: string }).captcha)).toEqual([
      'solved-1',
      'solved-2',
    ])
  })

  it('says so when the service refuses to draw it, and draws it when that is retried', async () => {
    turnstile.render = () => {
      throw new Error('The key of the site is not known.')
    }
    const { user } = await renderApp(address, {
      answers: [answer(api.openForms.get, () => opened({ hasCaptcha: true, captchaService: service }))],
    })
    await findScript()
    arrive()
    await screen.findByText('The captcha could not be loaded')
    turnstile.render = draw
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(drawn).toHaveLength(1))
    await waitFor(() => expect(screen.queryByText('The captcha could not be loaded')).toBeNull())
  })
})
