import { api } from '@millrace/contract'
import { afterEach, expect, it, vi } from 'vitest'
import { answer, stubNetwork } from '../../testing/network.ts'
import { refreshSession } from './refresh-session.ts'
import { onRequest } from './send.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const access = { accessSeconds: 300, sessionSeconds: 1500 }

it('waits for another tab that is at it, and takes what that tab has got', async () => {
  const network = stubNetwork([answer(api.auth.refresh, () => access)])
  const request = vi.fn(async (_: string, work: () => Promise<void>) => {
    // While this tab waited in line, the other one was answered.
    localStorage.setItem('millrace.refreshedAt', String(Date.now() + 1))
    await work()
  })
  vi.stubGlobal('navigator', { ...navigator, locks: { request } })
  await refreshSession()
  expect(request).toHaveBeenCalledTimes(1)
  expect(network.received).toEqual([])
})

it('is no sign of somebody at work when nobody asked for it', async () => {
  stubNetwork([answer(api.auth.refresh, () => access)])
  const work = vi.fn()
  const stop = onRequest(work)
  await refreshSession({ isQuiet: true })
  expect(work).not.toHaveBeenCalled()
  await refreshSession()
  expect(work).toHaveBeenCalledTimes(1)
  stop()
})
