import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useOnce } from './use-once.ts'

it('what was so once stays so for its key, and begins again with another', () => {
  const { result, rerender } = renderHook(({ isSo, key }) => useOnce(isSo, key), {
    initialProps: { isSo: false, key: 'one' },
  })
  const seen = [
    { isSo: false, key: 'one' },
    { isSo: true, key: 'one' },
    { isSo: false, key: 'one' },
    { isSo: false, key: 'two' },
    { isSo: true, key: 'two' },
    { isSo: false, key: 'two' },
    { isSo: false, key: 'one' },
  ].map((next) => {
    rerender(next)
    return result.current
  })
  expect(seen).toEqual([false, true, true, false, true, true, false])
})
