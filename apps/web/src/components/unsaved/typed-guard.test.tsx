import { MantineProvider } from '@mantine/core'
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider, useNavigate } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import '../../lib/i18n.ts'
import '../../lib/page-texts.ts'
import { useKeptFocus } from '../../lib/use-kept-focus.ts'
import { stubBrowser } from '../../testing/stub-browser.ts'
import { TypedGuard } from './typed-guard.tsx'

/** What is typed is a change when its place is left, and the page knows of it when it is drawn again. */
function Page() {
  const [saved, setSaved] = useState('')
  const navigate = useNavigate()
  // As in the program: a dialog may take the focus before it notes where that was.
  useKeptFocus()
  const leave = () => void navigate({ to: '/other' as never })
  return (
    <>
      <input aria-label="Cell" onBlur={({ currentTarget: { value } }) => setSaved(value)} />
      {/* As screen readers press: the focus stays where it is. */}
      <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={leave}>
        Leave
      </button>
      <TypedGuard isDirty={() => saved !== ''} />
    </>
  )
}

function openPage() {
  stubBrowser()
  history.replaceState(null, '', '/page')
  const root = createRootRoute({ component: Outlet })
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/page', component: Page }),
    createRoute({ getParentRoute: () => root, path: '/other', component: () => <p>Another page</p> }),
  ])
  const router = createRouter({ routeTree })
  render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  return router
}

let router: ReturnType<typeof openPage>
const user = userEvent.setup()
const place = () => screen.findByRole('textbox', { name: 'Cell' })

beforeEach(() => {
  router = openPage()
})

afterEach(() => {
  cleanup()
  router.history.destroy()
  history.replaceState(null, '', '/')
})

it('what is being typed when a page is left is asked about, and its place has the focus again', async () => {
  await user.type(await place(), 'Soup')
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await expect.poll(() => document.activeElement).toBe(await place())
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  await user.click(await screen.findByRole('button', { name: 'Discard entries' }))
  await screen.findByText('Another page')
})

it('a page in which nothing was typed is left without a question', async () => {
  await user.click(await place())
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  await screen.findByText('Another page')
})

it('what is being typed when the tab is closed is asked about', async () => {
  const close = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await user.click(await place())
  expect(close()).toBe(true)
  await user.type(await place(), 'Soup')
  expect(close()).toBe(false)
  expect(document.activeElement).toBe(await place())
})
