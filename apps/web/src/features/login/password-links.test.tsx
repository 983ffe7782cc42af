import { api } from '@millrace/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createStartable } from '../../testing/things.ts'

const access = { accessSeconds: 300, sessionSeconds: 1500 }
const signedIn = [answer(api.auth.login, () => access), answer(api.categories.processes, () => [createStartable()])]
const expiresAt = '2030-01-07T10:00:00.000Z'
const link = answer(api.passwordLinks.look, () => ({
  kind: 'reset' as const,
  username: 'ann',
  workplace: 'north',
  expiresAt,
}))

describe('a password that is forgotten', () => {
  it('is reset by mail where there is a mail server', async () => {
    const options = { advancedSso: false, label: null, location: null, resetsPasswords: true }
    const { user, network } = await renderApp('/login', {
      answers: [answer(api.auth.options, () => options), answer(api.passwordLinks.ask, () => undefined)],
    })
    await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }))
    await screen.findByRole('heading', { level: 1, name: 'Reset your password' })
    await user.click(screen.getByRole('button', { name: 'Send link' }))
    screen.getByText('Enter your user name or email address.')
    await user.type(screen.getByLabelText('User name or email address'), ' ann@example.org ')
    await user.type(screen.getByLabelText('Workplace'), 'north{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Check your mail' })
    expect(network.callsTo(api.passwordLinks.ask).map(({ body }) => body)).toEqual([
      { username: 'ann@example.org', workplace: 'north' },
    ])
    screen.getByRole('link', { name: 'Back to sign-in' })
  })

  it('is not offered to be reset where no mail can be sent', async () => {
    await renderApp('/login')
    await screen.findByRole('button', { name: 'Sign in' })
    expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull()
  })
})

describe('the page of a link', () => {
  it('saves the password that is typed twice, and signs in with it', async () => {
    const { user, network } = await renderApp('/password#the-token', {
      answers: [link, answer(api.passwordLinks.use, () => undefined), ...signedIn],
    })
    await screen.findByText('This is the password for the user name ann.')
    await user.type(screen.getByLabelText('New password'), 'nine green bottles')
    await user.type(screen.getByLabelText('Repeat new password'), 'nine{Enter}')
    screen.getByText('The passwords are different.')
    expect(network.callsTo(api.passwordLinks.use)).toEqual([])
    await user.type(screen.getByLabelText('Repeat new password'), ' green bottles{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/category/view/Home'))
    expect(network.callsTo(api.passwordLinks.use)[0]?.body).toEqual({
      token: 'the-token',
      newPassword: 'nine green bottles',
    })
    expect(network.callsTo(api.auth.login)[0]?.body).toEqual({
      ...{ username: 'ann', password: 'nine green bottles', workplace: 'north' },
    })
    expect(location.hash).toBe('')
  })

  it('says what is wrong with a password, and keeps it', async () => {
    const message = 'Expected at least 12 characters.'
    const weak = answer(api.passwordLinks.use, () =>
      refuse('password.weak', message, [{ where: 'newPassword', message }]),
    )
    const { user } = await renderApp('/password#the-token', { answers: [link, weak] })
    await user.type(await screen.findByLabelText('New password'), 'short')
    await user.type(screen.getByLabelText('Repeat new password'), 'short{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('The password was not saved')
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('short')
    screen.getByText('Enter at least 12 characters.')
  })

  it('offers another link when this one is over', async () => {
    const over = answer(api.passwordLinks.look, () => refuse('password.link-over', 'This link has expired.'))
    await renderApp('/password#old', { answers: [over] })
    await screen.findByRole('heading', { level: 1, name: 'This link is no longer valid' })
    expect(screen.getByRole('link', { name: 'Send another link' }).getAttribute('href')).toBe('/forgotPassword')
  })
})
