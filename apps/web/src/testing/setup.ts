import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, expect, vi } from 'vitest'
import './frame-clock.ts'

/** Before each file of the browser application: what leaves the page for the next test, and for the next file, as this one found it. */

// The machine may have other things to do: what counts is that it comes, not when.
configure({ asyncUtilTimeout: 30_000 })

// A complaint of React, Mantine or the program is a fault of the page.
const complaints = vi.spyOn(console, 'error')

afterEach(() => {
  // Preferences are forgotten while somebody listens; a form that goes keeps what was typed into it.
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage'))
  cleanup()
  localStorage.clear()
  notifications.clean()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  expect(complaints.mock.calls).toEqual([])
  complaints.mockClear()
})

afterAll(() => {
  document.body.replaceChildren()
  document.head.replaceChildren()
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)
  history.replaceState(null, '', '/')
})
