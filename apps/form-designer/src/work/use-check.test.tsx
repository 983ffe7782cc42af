import { act, cleanup, renderHook } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildDocument } from '../testing/build-design.ts'

// Files share what they import: here what loads FEEL is another one, and is forgotten after it.
vi.resetModules()
const loadFeel = vi.fn()
vi.doMock('../runtime.ts', () => ({ loadFeel }))
const { formFeel } = await import('@millrace/forms/feel')
const { DesignerStore } = await import('../store/designer-store.ts')
const { StoreContext } = await import('../store/use-designer.ts')
const { followKey } = await import('../store/follow-key.ts')
const { receiveToasts } = await import('../../../web/src/components/toast/show-toast.tsx')
const { useCheck } = await import('./use-check.ts')
const { designerTexts } = await import('@millrace/contract/designer-texts')
const { addTexts } = await import('../../../web/src/lib/languages.ts')

addTexts('translation', designerTexts)

const show = vi.fn()
receiveToasts(show)
const lost = new Error('Expected a part of the program, but it did not arrive.')

const openStore = () =>
  new DesignerStore(
    buildDocument([
      { id: 'a', type: 'text', key: 'name' },
      { id: 'b', type: 'text', key: 'title', visible: '=name = "x"' },
    ]),
  )

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 1))
  vi.stubGlobal('cancelIdleCallback', (timer: number) => clearTimeout(timer))
  loadFeel.mockReset().mockRejectedValueOnce(lost).mockResolvedValue(formFeel)
  show.mockClear()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

afterAll(() => {
  vi.doUnmock('../runtime.ts')
  vi.resetModules()
})

const wait = () => act(() => vi.advanceTimersByTimeAsync(300))

it('where what reads expressions does not arrive, a design is checked when the line is back', async () => {
  const store = openStore()
  renderHook(useCheck, { wrapper: ({ children }) => <StoreContext value={store}>{children}</StoreContext> })
  await wait()
  expect([loadFeel.mock.calls.length, store.getState().check]).toEqual([1, null])
  dispatchEvent(new Event('online'))
  await wait()
  expect(store.getState().check?.problems).toEqual([])
  dispatchEvent(new Event('online'))
  await wait()
  expect(loadFeel).toHaveBeenCalledTimes(2)
})

it('a page that is left asks for it no more', async () => {
  const store = openStore()
  const { unmount } = renderHook(useCheck, {
    wrapper: ({ children }) => <StoreContext value={store}>{children}</StoreContext>,
  })
  await wait()
  unmount()
  dispatchEvent(new Event('online'))
  await wait()
  expect(loadFeel).toHaveBeenCalledTimes(1)
})

it('where it does not arrive, what reads a key that was changed follows when the line is back', async () => {
  const store = openStore()
  store.do({ kind: 'setKey', id: 'a', key: 'called' })
  await followKey(store, 'a', 'name')
  expect(show).toHaveBeenCalledTimes(1)
  dispatchEvent(new Event('online'))
  await wait()
  expect(JSON.stringify(store.design.nodes.b)).toContain('=called = ')
})
