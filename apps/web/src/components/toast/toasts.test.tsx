import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { stubBrowser } from '../../testing/stub-browser.ts'
import { showToast } from './show-toast.tsx'
import Toasts from './toasts.tsx'

it('one that takes the place of another has its whole time', () => {
  stubBrowser()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  render(
    <MantineProvider>
      <Toasts />
    </MantineProvider>,
  )
  const show = (title: string) => act(() => showToast({ kind: 'success', title, about: 'task 1' }))
  // What a timer changes is drawn before the next one.
  const wait = (seconds: number) => {
    for (let part = 0; part < seconds * 4; part++) act(() => vi.advanceTimersByTime(250))
  }
  show('Claimed by you')
  wait(4)
  show('Delegated to Martin')
  wait(2)
  expect(screen.queryByText('Claimed by you')).toBeNull()
  screen.getByText('Delegated to Martin')
  show('Given back')
  wait(4)
  screen.getByText('Given back')
  wait(2)
  expect(screen.queryByText('Given back')).toBeNull()
  show('Claimed by you')
  screen.getByText('Claimed by you')
})
