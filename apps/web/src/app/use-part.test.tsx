import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { usePart } from './use-part.ts'

it('a part that does not arrive is asked for again when the line is back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let hasLine = false
  const load = vi.fn(async () => {
    if (!hasLine) throw new Error('Failed to fetch dynamically imported module')
    return 'the part'
  })
  const { result, rerender } = renderHook(({ isWanted }) => usePart(load, isWanted), {
    initialProps: { isWanted: false },
  })
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(load).not.toHaveBeenCalled()
  rerender({ isWanted: true })
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect([load.mock.calls.length, result.current]).toEqual([2, null])
  hasLine = true
  act(() => void dispatchEvent(new Event('online')))
  await waitFor(() => expect(result.current).toBe('the part'))
  vi.useRealTimers()
})
