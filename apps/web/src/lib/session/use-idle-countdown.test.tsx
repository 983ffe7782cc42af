import { api } from '@millrace/contract'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { send } from '../api/send.ts'
import { useIdleCountdown } from './use-idle-countdown.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Countdown() {
  return <output>{useIdleCountdown(1_500, () => {})}</output>
}

/** Asks the server while it is drawn, as what is fetched ahead does. */
function Asking() {
  void send(api.shell.userInfo, {}).catch(() => {})
  return null
}

it('begins again with a call that is made while a page is being drawn', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  vi.stubGlobal('fetch', async () => Response.error())
  const complaints = vi.spyOn(console, 'error')
  const page = (isAsking: boolean) => (
    <>
      <Countdown />
      {isAsking ? <Asking /> : null}
    </>
  )
  const { rerender } = render(page(false))
  act(() => vi.advanceTimersByTime(90_000))
  expect(screen.getByRole('status').textContent).toBe('1410')
  await act(async () => rerender(page(true)))
  expect(screen.getByRole('status').textContent).toBe('1500')
  expect(complaints).not.toHaveBeenCalled()
})
