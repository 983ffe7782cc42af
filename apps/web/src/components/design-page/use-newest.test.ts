import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useNewest } from './use-newest.ts'

it.each([
  ['a later version', 3, true, true],
  ['the version that stands open', 2, true, false],
  ['an answer that is older than what was saved here', 1, true, false],
  ['nothing that can be said', undefined, true, false],
  ['a later version, when something was drawn until it was known', 3, false, false],
])('opens a design again for %s: %s', async (_, newest, mayOpen, isAnew) => {
  const fetched = Promise.withResolvers<number | undefined>()
  let isUntouched = true
  const { result } = renderHook(() => useNewest('design', () => fetched.promise))
  const before = result.current.key
  const opened = result.current.open(2, () => isUntouched)
  isUntouched = mayOpen
  fetched.resolve(newest)
  await act(() => opened)
  expect(result.current.key !== before).toBe(isAnew)
})
