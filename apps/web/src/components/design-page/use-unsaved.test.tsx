import { MantineProvider } from '@mantine/core'
import { act, render, renderHook, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import '../../lib/i18n.ts'
import '../../lib/design-texts.ts'
import { announceSessionEnding } from '../../lib/session/session-ending.ts'
import { stubBrowser } from '../../testing/stub-browser.ts'
import { useUnsaved } from './use-unsaved.tsx'

const calls = { keep: vi.fn(async () => undefined), discard: vi.fn(async () => undefined) }
const saved = (version: number, xml: string) => ({ version, xml, autoSaved: null })
const kept = { xml: '<kept/>', version: 1, savedAt: '2026-11-24T10:00:00.000Z' }

it('a design stays open as it was opened when it is fetched again, such as after each save', () => {
  const { result, rerender } = renderHook((opened) => useUnsaved(opened, calls), { initialProps: saved(1, '<a/>') })
  expect(result.current.xml).toBe('<a/>')
  rerender(saved(2, '<b/>'))
  expect(result.current.xml).toBe('<a/>')
})

it('what was not saved is offered until it is taken or something is saved, and then stays open too', () => {
  stubBrowser()
  const initialProps: Parameters<typeof useUnsaved>[0] = { version: 1, xml: '<a/>', autoSaved: kept }
  const left = renderHook((opened) => useUnsaved(opened, calls), { initialProps })
  expect(left.result.current.offer).not.toBeNull()
  act(() => left.result.current.forget(left.result.current.mark()))
  expect([left.result.current.offer, left.result.current.xml]).toEqual([null, '<a/>'])

  const taken = renderHook((opened) => useUnsaved(opened, calls), { initialProps })
  render(<MantineProvider>{taken.result.current.offer}</MantineProvider>)
  act(() => screen.getAllByRole('button').at(-1)?.click())
  expect([taken.result.current.xml, taken.result.current.isTaken]).toEqual(['<kept/>', true])
  act(() => taken.result.current.forget(taken.result.current.mark()))
  taken.rerender({ version: 2, xml: '<kept/>', autoSaved: null })
  expect([taken.result.current.xml, taken.result.current.isTaken]).toEqual(['<kept/>', true])
})

it('what is done while a version is being saved is kept as unsaved, over that version', () => {
  vi.useFakeTimers()
  const kept: string[] = []
  const over = (version: number) => ({
    ...calls,
    keep: async (xml: string) => void kept.push(`${xml} over ${version}`),
  })
  const { result, rerender } = renderHook((version: number) => useUnsaved(saved(version, '<a/>'), over(version)), {
    initialProps: 1,
  })
  result.current.keep('<a1/>')
  const mark = result.current.mark()
  result.current.keep('<a2/>')
  act(() => result.current.forget(mark))
  rerender(2)
  vi.advanceTimersByTime(5_000)
  expect(kept).toEqual(['<a2/> over 2'])
})

it('what was undone is neither kept nor offered again', () => {
  vi.useFakeTimers()
  calls.keep.mockClear()
  calls.discard.mockClear()
  const { result } = renderHook(() => useUnsaved(saved(1, '<a/>'), calls))
  result.current.keep('<a1/>')
  result.current.drop()
  vi.advanceTimersByTime(5_000)
  expect([calls.keep.mock.calls.length, calls.discard.mock.calls.length]).toEqual([0, 0])
  result.current.keep('<a2/>')
  vi.advanceTimersByTime(5_000)
  result.current.drop()
  expect([calls.keep.mock.calls.length, calls.discard.mock.calls.length]).toEqual([1, 1])
})

it('what waits to be kept is kept at once when the session is about to end, and once', () => {
  vi.useFakeTimers()
  calls.keep.mockClear()
  const { result } = renderHook(() => useUnsaved(saved(1, '<a/>'), calls))
  announceSessionEnding()
  result.current.keep('<a1/>')
  announceSessionEnding()
  vi.advanceTimersByTime(5_000)
  expect(calls.keep.mock.calls).toEqual([['<a1/>']])
})
