import type { EditLock } from '@millrace/contract'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { announceSessionEnding } from '../../lib/session/session-ending.ts'
import { type LockCalls, useLock } from './use-lock.ts'

/** A lock as the server keeps it, held by a window of somebody or by nobody. */
function keepLock(holder: string | null, theirs = 'theirs') {
  let held = holder === null ? null : { token: theirs, username: holder }
  const released: string[] = []
  const taken: boolean[] = []
  const calls: LockCalls = {
    take: async ({ takeOver, token }) => {
      taken.push(takeOver)
      const isGiven = held === null || takeOver || held.token === token
      if (held === null || isGiven) held = { token: token ?? 'ours', username: 'dario' }
      const { username } = held
      return {
        token: isGiven ? held.token : null,
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

// A design of its own for each: a page that has gone gives its lock back a moment later.
let designs = 0
beforeEach(() => history.replaceState(null, '', `/design/${designs++}`))

describe('the lock of a design', () => {
  it('stays with another window of the same user, which is distinguished from others, until it is taken over by hand', async () => {
    const { calls, taken } = keepLock('dario')
    const { result } = renderHook(() => useLock(calls, 'dario'))
    await act(async () => undefined)
    const { isOwn, other, getToken } = result.current
    expect([isOwn, other?.holder.username, getToken(), taken]).toEqual([true, 'dario', null, [false]])
    await act(() => result.current.takeOver())
    expect([result.current.isOwn, result.current.other, taken]).toEqual([false, null, [false, true]])
  })

  it('is given back when the tab goes, and is the same tab’s again when it is loaded again before that has arrived', async () => {
    const { calls, released } = keepLock(null)
    renderHook(() => useLock(calls, 'dario'))
    await act(async () => undefined)
    dispatchEvent(new Event('pagehide'))
    expect(released).toEqual(['ours'])
    // The other page of the same tab, and then a copy of it.
    const late = keepLock('dario', 'ours')
    const { result: again } = renderHook(() => useLock(late.calls, 'dario'))
    const { result: copy } = renderHook(() => useLock(late.calls, 'dario'))
    await act(async () => undefined)
    expect([again.current.other, copy.current.isOwn]).toEqual([null, true])
  })

  it('is the same tab’s again when its session has ended and its user is back', async () => {
    const { calls } = keepLock(null)
    const ended = { ...calls, release: () => Promise.reject(new Error('The session has ended.')) }
    const { unmount } = renderHook(() => useLock(ended, 'dario'))
    await act(async () => undefined)
    unmount()
    await act(async () => undefined)
    const { result } = renderHook(() => useLock(calls, 'dario'))
    await act(async () => undefined)
    expect(result.current.other).toBeNull()
  })

  it('is given back before the session ends, and taken again when somebody stays', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { calls, released, taken } = keepLock(null)
    renderHook(() => useLock(calls, 'dario'))
    await act(async () => undefined)
    announceSessionEnding()
    expect(released).toEqual(['ours'])
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(taken).toEqual([false, false])
  })

  it('stays with another user, who is notified, until it is taken over by hand', async () => {
    const { calls, taken } = keepLock('fiona')
    const { result } = renderHook(() => useLock(calls, 'dario'))
    await act(async () => undefined)
    expect({ other: result.current.other?.holder.username, isOwn: result.current.isOwn, taken }).toEqual({
      other: 'fiona',
      isOwn: false,
      taken: [false],
    })
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
