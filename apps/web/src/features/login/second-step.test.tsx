import { api } from '@millrace/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createStartable } from '../../testing/things.ts'

const access = { accessSeconds: 300, sessionSeconds: 1500 }
const home = answer(api.categories.processes, () => [createStartable()])
const login = (code: 'session.second-factor' | 'session.second-factor-set-up') =>
  answer(api.auth.login, () => refuse(code, 'Expected a second factor.'))

async function enter(...answers: Answer[]) {
  const page = await renderApp('/login', { answers: [home, ...answers] })
  await page.user.type(screen.getByLabelText('User name'), 'ann')
  await page.user.type(screen.getByLabelText('Password'), 'secret{Enter}')
  return page
}

describe('the second step of a sign-in', () => {
  const look = answer(api.auth.secondStep, () => ({
    ...{ username: 'ann', hasApp: true, hasRecoveryCodes: true, passkeys: null },
  }))

  it('takes the code of an app, and says when it is wrong', async () => {
    let tries = 0
    const { user, network } = await enter(
      login('session.second-factor'),
      look,
      answer(api.auth.proveSecondStep, () =>
        tries++ === 0 ? refuse('second-factor.wrong', 'Expected a code.') : access,
      ),
    )
    await screen.findByRole('heading', { level: 1, name: 'Confirm your sign-in' })
    const code = await screen.findByLabelText('Code')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    screen.getByText('Enter the code.')
    expect(await findViolations()).toEqual([])
    await user.type(code, '111111{Enter}')
    await screen.findByText('The code is wrong or was used, or the passkey was not accepted. Try again.')
    await user.clear(code)
    await user.type(code, '222222{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/category/view/Home'))
    expect(network.callsTo(api.auth.proveSecondStep).map(({ body }) => body)).toEqual([
      { code: '111111' },
      { code: '222222' },
    ])
  })

  it('takes a recovery code instead', async () => {
    const { user, network } = await enter(
      login('session.second-factor'),
      look,
      answer(api.auth.proveSecondStep, () => access),
    )
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
    await user.type(screen.getByLabelText('Recovery code'), 'aaaa-bbbb-cccc-dddd{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/category/view/Home'))
    expect(network.callsTo(api.auth.proveSecondStep)[0]?.body).toEqual({ code: 'aaaa-bbbb-cccc-dddd' })
  })

  it('leads back to the password when it took too long', async () => {
    const over = answer(api.auth.secondStep, () => refuse('session.second-step-over', 'Expected a sign-in.'))
    const { user } = await enter(login('session.second-factor'), over)
    await screen.findByText('The sign-in took too long. Sign in again with your password.')
    await user.click(screen.getByRole('button', { name: 'Back to sign-in' }))
    await screen.findByRole('heading', { level: 1, name: 'Sign in' })
  })

  it('is the set-up for a user who needs one and has none', async () => {
    const { user, network } = await enter(
      login('session.second-factor-set-up'),
      answer(api.auth.startSetUp, () => ({
        ...{ kind: 'totp' as const, ticket: 'ticket', secret: 'JBSWY3DP', uri: 'otpauth://totp/x', options: null },
      })),
      answer(api.auth.completeSetUp, () => ({ ...access, recoveryCodes: ['aaaa-bbbb-cccc-dddd'] })),
    )
    await screen.findByRole('heading', { level: 1, name: 'Set up a second factor' })
    await user.click(screen.getByRole('button', { name: 'Add authenticator app' }))
    await user.type(await screen.findByLabelText('Code from the app'), '123456{Enter}')
    await screen.findByText('aaaa-bbbb-cccc-dddd')
    expect(location.pathname).toBe('/login')
    await user.click(screen.getByRole('button', { name: 'I saved the codes' }))
    await waitFor(() => expect(location.pathname).toBe('/category/view/Home'))
    expect(network.callsTo(api.auth.startSetUp)[0]?.body).toEqual({ kind: 'totp' })
  })
})
