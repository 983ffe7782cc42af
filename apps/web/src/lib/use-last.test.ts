import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useLast } from './use-last.ts'

it('what was there last is there until something else comes', () => {
  const { result, rerender } = renderHook(({ value }) => useLast(value), {
    initialProps: { value: null as string | null },
  })
  const seen = ['one', null, 'two', '', null].map((value) => {
    rerender({ value })
    return result.current
  })
  expect(seen).toEqual(['one', 'one', 'two', '', ''])
})
