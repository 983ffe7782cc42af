import type { EditLock } from '@millrace/contract'
import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type LockCalls, useLock } from './use-lock.ts'

/** A lock as the server keeps it, held by a window of somebody or by nobody. */
function keepLock(holder: string | null) {
  let held = holder === null ? null : { token: 'theirs', username: holder }
  const released: string[] = []
  const taken: boolean[] = []
  const calls: LockCalls = {
    take: async ({ takeOver, token }) => {
      taken.push(takeOver)
      if (held === null || takeOver || held.token === token) held = { token: 'ours', username: 'dario' }
      const { username } = held
      return {
        token: held.token === 'ours' ? held.token : null,
        holder: { username, name: username },
        since: '2026-01-01T00:00:00.000Z',
      } as unknown as EditLock
    },
    release: async (token) => {
      released.push(token)
      held = null
    },
  }
  return { calls, released, taken }
}

describe('the lock of a design', () => {
  it('is taken over from another window of the same user without a moment in which it is another’s', async () => {
    const { calls, taken } = keepLock('dario')
    const seen: (string | null)[] = []
    const { result } = renderHook(() => {
      const lock = useLock(calls, 'dario')
      seen.push(lock.other?.holder.username ?? null)
      return lock
    })
    await act(async () => undefined)
    expect({ token: result.current.getToken(), taken, seen: [...new Set(seen)] }).toEqual({
      token: 'ours',
      taken: [false, true],
      seen: [null],
    })
  })

  it('stays with somebody else, who is told, until it is taken over by hand', async () => {
    const { calls, taken } = keepLock('fiona')
    const { result } = renderHook(() => useLock(calls, 'dario'))
    await act(async () => undefined)
    expect({ other: result.current.other?.holder.username, taken }).toEqual({ other: 'fiona', taken: [false] })
    await act(() => result.current.takeOver())
    expect({ other: result.current.other, token: result.current.getToken() }).toEqual({ other: null, token: 'ours' })
  })

  it('is given back by a page that is left before it is answered', async () => {
    const { calls, released } = keepLock(null)
    const { unmount } = renderHook(() => useLock(calls, 'dario'))
    unmount()
    await act(async () => undefined)
    expect(released).toEqual(['ours'])
  })
})
