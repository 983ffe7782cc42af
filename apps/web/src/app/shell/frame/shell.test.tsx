import { api } from '@millrace/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { answer, refuse } from '../../../testing/network.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { createPage, createStartable } from '../../../testing/things.ts'

const home = answer(api.categories.processes, () => [createStartable()])
const noTasks = answer(api.tasks.assigned, () => createPage([]))

describe('the menu', () => {
  it('shows ordinary users what the specification names, in its words', async () => {
    const { user } = await renderApp('/category/view/Home', { answers: [home] })
    const menu = screen.getByRole('navigation', { name: 'Main menu' })
    expect(
      within(menu)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual([
      'Millrace',
      'Start process',
      ...['Started By Me', 'All Involved', 'Drafts'],
      ...['Assigned', 'Unclaimed', 'All Involved', 'Drafts'],
    ])
    await user.click(within(menu).getByRole('button', { name: 'My Tasks' }))
    expect(within(menu).queryByRole('link', { name: 'Unclaimed' })).toBeNull()
  })

  it('shows each section to users who have its role', async () => {
    await renderApp('/category/view/Home', {
      roles: ['RoleUser', 'RoleProcessAdmin', 'RoleDesign', 'RoleIntegration', 'RoleUserAdmin'],
      answers: [home],
    })
    const menu = screen.getByRole('navigation', { name: 'Main menu' })
    expect(
      within(menu)
        .getAllByRole('button', { expanded: false })
        .map((button) => button.textContent),
    ).toEqual(['Process Engine', 'Design', 'Integrate', 'Users & Groups'])
    fireEvent.click(within(menu).getByRole('button', { name: 'Users & Groups' }))
    expect(within(menu).queryByRole('link', { name: 'Roles' })).toBeNull()
  })

  it('counts the tasks and marks the current entry', async () => {
    await renderApp('/tasks/assigned', {
      answers: [
        noTasks,
        answer(api.tasks.counts, () => ({
          assigned: 1_000,
          assignedOverdue: 0,
          assignedDueToday: 0,
          taskDrafts: 0,
          startDrafts: 0,
          unclaimed: 61,
          unclaimedOverdue: 0,
          unclaimedDueToday: 0,
          news: 0,
          notices: 0,
        })),
      ],
    })
    const menu = screen.getByRole('navigation', { name: 'Main menu' })
    const current = await within(menu).findByRole('link', { current: 'page' })
    await waitFor(() => expect(current.textContent).toBe('Assigned 1,000'))
    within(menu).getByRole('link', { name: 'Unclaimed 61' })
  })

  it('is a drawer on a phone', async () => {
    const { user } = await renderApp('/category/view/Home', { answers: [home, noTasks], width: 360 })
    await user.click(await screen.findByRole('button', { name: 'Open menu' }))
    const drawer = await screen.findByRole('dialog')
    await user.click(within(drawer).getByRole('link', { name: 'Assigned' }))
    await screen.findByRole('heading', { level: 1, name: 'Assigned' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('the guards', () => {
  it('send a user who is not signed in to the sign-in page and keep the address', async () => {
    await renderApp('/tasks/assigned?view=overdue', {
      answers: [
        answer(api.shell.init, () => refuse('session.missing', 'Nobody is signed in.')),
        answer(api.auth.refresh, () => refuse('session.missing', 'Nobody is signed in.')),
      ],
    })
    expect(location.pathname).toBe('/login')
    expect(sessionStorage.getItem('returnUrl')).toBe('/tasks/assigned?view=overdue')
  })

  it('send a user who lacks the role to the page that says so', async () => {
    await renderApp('/processengine/deployment')
    screen.getByRole('heading', { level: 1, name: 'Not authorized' })
    screen.getByText('You are not authorized to access this page')
    screen.getByRole('link', { name: 'Logout' })
    screen.getByRole('navigation', { name: 'Main menu' })
    expect(location.pathname).toBe('/unauthorizedError')
  })

  it('send to the error page while the server cannot be reached, and back when it can', async () => {
    let isDown = true
    vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 200 })
    const { user } = await renderApp('/category/view/Home', {
      answers: [
        home,
        answer(api.shell.sessionTimeout, () => {
          if (isDown) throw new TypeError('Failed to fetch')
          return 1500
        }),
      ],
    })
    vi.useRealTimers()
    expect(location.pathname).toBe('/applicationError')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { level: 1, name: 'Start process' })
  })

  it('show unknown addresses as not found', async () => {
    await renderApp('/no/such/page')
    screen.getByRole('heading', { level: 1, name: 'Page not found' })
    screen.getByText("If you're worried, get in touch with our support team")
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/category/view/Home')
    screen.getByRole('navigation', { name: 'Main menu' })
  })

  it.each(['/no/such/page', '/unauthorizedError'])('show %s alone to who is not signed in', async (path) => {
    await renderApp(path, {
      answers: [
        answer(api.shell.init, () => refuse('session.missing', 'Nobody is signed in.')),
        answer(api.auth.refresh, () => refuse('session.missing', 'Nobody is signed in.')),
      ],
    })
    expect(location.pathname).toBe(path)
    screen.getByRole('heading', { level: 1 })
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull()
  })

  it('lead the root address home', async () => {
    await renderApp('/', { answers: [home] })
    expect(location.pathname).toBe('/category/view/Home')
  })
})

describe('the shell', () => {
  it('asks once for each thing that Home shows', async () => {
    const { network } = await renderApp('/category/view/Home', { answers: [home] })
    await screen.findByRole('article')
    const calls = [api.shell.init, api.categories.processes, api.categories.menu, api.themes.get, api.profile.get]
    expect(calls.map((call) => network.callsTo(call).length)).toEqual([1, 1, 1, 1, 1])
  })

  it('names the page and the product in the title, and gives the heading the focus on arrival', async () => {
    const { user } = await renderApp('/category/view/Home', { answers: [home, noTasks] })
    expect(document.title).toBe('Start process | Millrace')
    await user.click(screen.getByRole('link', { name: 'Assigned' }))
    const heading = await screen.findByRole('heading', { level: 1, name: 'Assigned' })
    expect(document.activeElement).toBe(heading)
    expect(document.title).toBe('Assigned | Millrace')
  })

  it('finds pages with the palette', async () => {
    const { user } = await renderApp('/category/view/Home', { answers: [home, noTasks] })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('textbox', { name: 'Search pages and commands' }), 'assigned{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Assigned' })
  })

  it('warns before the session ends, and stays signed in when the user wants it', async () => {
    const { user, network } = await renderApp('/category/view/Home', {
      answers: [
        home,
        answer(api.shell.sessionTimeout, () => 20),
        answer(api.auth.refresh, () => ({ accessSeconds: 300, sessionSeconds: 20 })),
      ],
    })
    const dialog = await screen.findByRole('dialog', { name: 'Session timeout' })
    expect(dialog.textContent).toContain("You're being timed out due to inactivity.")
    await user.click(within(dialog).getByRole('button', { name: /Stay logged in \(\d+\)/ }))
    await waitFor(() => expect(network.callsTo(api.auth.refresh)).toHaveLength(1))
  })

  it('opens the menu of the account by keyboard, and gives the focus back when it closes', async () => {
    const { user } = await renderApp('/category/view/Home', { answers: [home] })
    const button = screen.getByRole('button', { name: 'Ines Duarte' })
    button.focus()
    await user.keyboard('{Enter}')
    const menu = await screen.findByRole('menu', { name: 'Ines Duarte' })
    expect(button.getAttribute('aria-expanded')).toBe('true')
    await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-expanded')).toBe('false')
  })

  it('shows what the product is in the About dialog', async () => {
    const { user } = await renderApp('/category/view/Home', { answers: [home] })
    await user.click(screen.getByRole('button', { name: 'Ines Duarte' }))
    await user.click(await screen.findByRole('menuitem', { name: 'About' }))
    const dialog = await screen.findByRole('dialog', { name: 'About' })
    await within(dialog).findByText('Millrace 1.2.3 (7)')
    within(dialog).getByText('Halden Works')
  })

  it('signs out', async () => {
    const { user, network } = await renderApp('/category/view/Home', {
      answers: [home, answer(api.auth.logout, () => ({ location: '/login' }))],
    })
    await user.click(screen.getByRole('button', { name: 'Ines Duarte' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    await screen.findByRole('heading', { level: 1, name: 'Sign in' })
    expect(network.callsTo(api.auth.logout).length).toBeGreaterThan(0)
    expect(location.pathname).toBe('/login')
  })
})
