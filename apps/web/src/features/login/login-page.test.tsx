import { api } from '@millrace/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createStartable } from '../../testing/things.ts'

const access = { accessSeconds: 300, sessionSeconds: 1500 }

describe('the sign-in page', () => {
  it('signs in and goes to where the user wanted to be', async () => {
    sessionStorage.setItem('returnUrl', '/category/view/Finance?q=invoice')
    const { user, network } = await renderApp('/login', {
      answers: [
        answer(api.auth.login, () => access),
        answer(api.categories.processes, () => [createStartable({ name: 'Invoice approval' })]),
      ],
    })
    await user.type(screen.getByLabelText('User name'), ' ines.duarte ')
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}')

    await screen.findByRole('heading', { level: 1, name: 'Finance' })
    expect(location.search).toBe('?q=invoice')
    expect(network.callsTo(api.auth.login)[0]?.body).toEqual({ username: 'ines.duarte', password: 'secret' })
  })

  it('goes by the name and logo of the workplace', async () => {
    await renderApp('/login', {
      answers: [
        answer(api.shell.init, () => refuse('session.missing', 'Nobody is signed in.')),
        answer(api.auth.refresh, () => refuse('session.missing', 'Nobody is signed in.')),
        answer(api.about.themeDetails, () => ({
          productName: 'Halden Flow',
          logo: '/api/logo?v=1',
          favicon: null,
          strapline: 'Steel since 1907',
        })),
      ],
    })
    await screen.findByText('Halden Flow')
    screen.getByText('Steel since 1907')
    await waitFor(() => expect(document.querySelector('main img')?.getAttribute('src')).toBe('/api/logo?v=1'))
  })

  it('goes by the name of the workplace that its address names', async () => {
    const { network } = await renderApp('/login?workplace=north', {
      answers: [
        answer(api.about.themeDetails, ({ query }) => ({
          productName: query.workplace === 'north' ? 'North Flow' : 'Millrace',
          logo: null,
          favicon: null,
          strapline: null,
        })),
      ],
    })
    await screen.findByText('North Flow')
    expect(network.callsTo(api.about.themeDetails)).toHaveLength(1)
  })

  it('says when name and logo could not be had, and works without them', async () => {
    await renderApp('/login', {
      answers: [answer(api.about.themeDetails, () => refuse('internal', 'A fault of the program.'))],
    })
    await screen.findByText('Error while fetching theme information')
    screen.getByText('Millrace')
    screen.getByLabelText('User name')
  })

  it('does not go to an address of another site', async () => {
    sessionStorage.setItem('returnUrl', '//evil.example/category')
    const { user } = await renderApp('/login', {
      answers: [answer(api.auth.login, () => access), answer(api.categories.processes, () => [createStartable()])],
    })
    await user.type(screen.getByLabelText('User name'), 'ines.duarte')
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/category/view/Home'))
  })

  it('shows the sentence of the server and keeps the user name', async () => {
    const { user } = await renderApp('/login', {
      answers: [answer(api.auth.login, () => refuse('session.credentials', 'User name and password do not match.'))],
    })
    await user.type(screen.getByLabelText('User name'), 'ines.duarte')
    await user.type(screen.getByLabelText('Password'), 'wrong{Enter}')

    expect((await screen.findByRole('alert')).textContent).toContain('User name and password do not match.')
    expect(screen.getByLabelText<HTMLInputElement>('User name').value).toBe('ines.duarte')
    expect(location.pathname).toBe('/login')
  })

  it('asks for what is missing before it calls the server', async () => {
    const { user, network } = await renderApp('/login')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    screen.getByText('Enter your user name.')
    screen.getByText('Enter your password.')
    expect(document.activeElement).toBe(screen.getByLabelText('User name'))
    expect(network.callsTo(api.auth.login)).toEqual([])
  })
})

describe('the sign-in page with company accounts', () => {
  const options = answer(api.auth.options, () => ({
    advancedSso: true,
    label: 'Halden',
    location: '/api/auth/oidc/start',
    resetsPasswords: false,
  }))

  it('asks the server for the secure login address, with where the user wanted to be', async () => {
    sessionStorage.setItem('returnUrl', '/tasks/assigned')
    const { user, network } = await renderApp('/login', {
      answers: [options, answer(api.shell.redirectToSecure, () => refuse('sso.unavailable', 'It does not answer.'))],
    })
    await user.click(await screen.findByRole('button', { name: 'Sign in with Halden' }))
    expect((await screen.findByRole('alert')).textContent).toContain('It does not answer.')
    expect(network.callsTo(api.shell.redirectToSecure)[0]?.query).toEqual({ returnUrl: '/tasks/assigned' })
  })

  it.each([
    ['sso.refused', 'The sign-in with your company account was refused.'],
    ['sso.unavailable', 'The service for company accounts does not answer.'],
    ['sso.no-account', 'Your company account is not linked to a user here.'],
  ])('says why it did not work: %s', async (code, sentence) => {
    await renderApp(`/login?error=${code}`, { answers: [options] })
    expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  })
})

describe('a first password', () => {
  it('is changed with the same call, once the new one is typed twice', async () => {
    const { user, network } = await renderApp('/login?workplace=north', {
      answers: [
        answer(api.auth.login, ({ body }) =>
          typeof body === 'object' && body !== null && 'newPassword' in body
            ? access
            : refuse('session.password-change', 'Change it first.'),
        ),
        answer(api.categories.processes, () => [createStartable()]),
      ],
    })
    await user.type(screen.getByLabelText('User name'), 'ines.duarte')
    await user.type(screen.getByLabelText('Password'), 'first{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Choose a new password' })
    await user.type(await screen.findByLabelText('New password'), 'a better one')
    await user.type(screen.getByLabelText('Repeat new password'), 'another{Enter}')
    screen.getByText('The passwords are different.')
    await user.clear(screen.getByLabelText('Repeat new password'))
    await user.type(screen.getByLabelText('Repeat new password'), 'a better one{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Start process' })
    expect(network.callsTo(api.auth.login).at(-1)?.body).toEqual({
      username: 'ines.duarte',
      password: 'first',
      newPassword: 'a better one',
      workplace: 'north',
    })
  })
  it('shows at the field why the new one is refused', async () => {
    const message = 'Expected an uncommon password, but many people use this one.'
    const { user } = await renderApp('/login?workplace=north', {
      answers: [
        answer(api.auth.login, ({ body }) =>
          typeof body === 'object' && body !== null && 'newPassword' in body
            ? refuse('password.weak', message, [{ where: 'newPassword', message }])
            : refuse('session.password-change', 'Change it first.'),
        ),
      ],
    })
    await user.type(screen.getByLabelText('User name'), 'ines.duarte')
    await user.type(screen.getByLabelText('Password'), 'first{Enter}')
    await user.type(await screen.findByLabelText('New password'), 'password1234')
    await user.type(screen.getByLabelText('Repeat new password'), 'password1234{Enter}')
    await screen.findByText('Enter an uncommon password.')
    expect(screen.getByRole('alert').textContent).toContain('The new password was not accepted. Choose another one.')
  })
})
