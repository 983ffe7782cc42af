import { notifications } from '@mantine/notifications'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterAll, afterEach, expect, vi } from 'vitest'
import '../components/toast/toasts.tsx'
import './frame-clock.ts'
import './no-owner-stacks.ts'

/** Before each file of the browser application: what leaves the page for the next test, and for the next file, as this one found it. */

// The machine may have other things to do: what counts is that it comes, not when.
configure({ asyncUtilTimeout: 30_000, getElementError: describeMissing })

// A complaint of React, Mantine or the program is a fault of the page.
const complaints = vi.spyOn(console, 'error')

// Some files are about no page at all, and run without one.
const hasPage = typeof document !== 'undefined'

afterEach(() => {
  // First: what a page sends as it goes is answered by the test.
  if (hasPage) putAway()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  expect(complaints.mock.calls).toEqual([])
  complaints.mockClear()
})

function putAway(): void {
  // Preferences are forgotten while somebody listens; a form that goes keeps what was typed into it.
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage'))
  cleanup()
  localStorage.clear()
  notifications.clean()
  sessionStorage.clear()
  dispatchEvent(new Event('pageshow'))
}

afterAll(async () => {
  // A page may be loading still where its test ended. The end of the file would cut that off, and whatever was being loaded
  // would be broken for every later file of this worker.
  await vi.dynamicImportSettled()
  if (!hasPage) return
  document.body.replaceChildren()
  document.head.replaceChildren()
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)
  history.replaceState(null, '', '/')
})

/**
 * What is not found, with the page as it is when somebody reads that: whoever waits for it is told of it every 50 ms, and
 * to write the page down each time took a tenth of what tests of large pages cost.
 */
function describeMissing(sentence: string | null, container: Element): Error {
  const error = new Error()
  Error.captureStackTrace(error, describeMissing)
  error.name = 'TestingLibraryElementError'
  // Where only the first line is read, it tells what stood there instead.
  const get = () => `${sentence ?? ''} The page says “${readStart(container)}”.\n\n${prettyDOM(container)}`
  const set = (value: string) => Object.defineProperty(error, 'message', { value, configurable: true, writable: true })
  return Object.defineProperty(error, 'message', { get, set, configurable: true })
}

function readStart(container: Element): string {
  const copy = container.cloneNode(true) as Element
  for (const style of copy.querySelectorAll('style')) style.remove()
  return copy.textContent.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
}
