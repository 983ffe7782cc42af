import { api } from '@millrace/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { send } from '../../../lib/api/send.ts'
import { answer, refuse } from '../../../testing/network.ts'
import { answerInit, renderApp } from '../../../testing/render-app.tsx'

const refreshed = answer(api.auth.refresh, () => ({ accessSeconds: 300, sessionSeconds: 100_000 }))

/** A page in a session of so many seconds, whose clock only moves when the test says so. */
async function openFor(seconds: number | 'no answer', minutesOfRefresh = 0) {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const timeout = answer(api.shell.sessionTimeout, () =>
    seconds === 'no answer' ? refuse('thing.not-found', 'None.') : seconds,
  )
  return renderApp('/help', {
    answers: [timeout, refreshed, answerInit({ TOKEN_REFRESH_MINUTES: minutesOfRefresh })],
  })
}

const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
const dialog = () => screen.queryByRole('dialog', { name: 'Session timeout' })
const request = () => act(async () => void (await send(api.shell.userInfo, {})))

describe('the countdown', () => {
  it.each([
    ['what the server says', 600, 600],
    ['1500 seconds where the server says nothing', 'no answer', 1_500],
  ] as const)('begins at %s', async (_, answered, seconds) => {
    await openFor(answered)
    await wait(seconds - 35)
    expect(dialog()).toBeNull()
    await wait(10)
    await screen.findByRole('dialog', { name: 'Session timeout' })
  })

  it('begins again with every request, which closes the dialog', async () => {
    await openFor(600)
    for (let time = 0; time < 3; time++) {
      await wait(540)
      await request()
      expect(dialog()).toBeNull()
    }
    await wait(580)
    await screen.findByRole('dialog', { name: 'Session timeout' })
    await request()
    await waitFor(() => expect(dialog()).toBeNull())
  })

  it('counts in the button, second by second, disables it under 5, and leads to the page that says so', async () => {
    await openFor(600)
    await wait(571)
    await screen.findByRole('dialog', { name: 'Session timeout' })
    const seen: (readonly [string | null, boolean])[] = []
    for (let left = 29; left > 0; left--) {
      const button = screen.getByRole<HTMLButtonElement>('button', { name: /^Stay logged in/ })
      seen.push([button.textContent, button.disabled])
      await wait(1)
    }
    expect(seen).toEqual(Array.from({ length: 29 }, (_, at) => [`Stay logged in (${29 - at})`, 29 - at < 5]))
    await screen.findByRole('heading', { level: 1, name: 'You have been logged off' })
    expect([location.pathname, sessionStorage.getItem('returnUrl')]).toEqual(['/sessionLogout', '/help'])
  })
})

it.each([
  [1, 7],
  [2, 3],
  [0, 0],
])(
  'the session is renewed by itself every %i minutes, which is %i times in seven and a half',
  async (minutes, times) => {
    const { network } = await openFor(1_500, minutes)
    for (let half = 1; half <= 15; half++) {
      await wait(30)
      // A renewal is known when it is answered.
      await act(async () => void (await new Promise((resolve) => setTimeout(resolve))))
    }
    expect(network.callsTo(api.auth.refresh)).toHaveLength(times)
  },
)
