import { api, type Role } from '@millrace/contract'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer } from '../../../testing/network.ts'
import { answerInit, renderApp } from '../../../testing/render-app.tsx'
import { type MenuSection, specifiedMenu } from '../../../testing/specified-routes.ts'

const menu = () => within(screen.getByRole('navigation', { name: 'Main menu' }))

/** The names of the sections that open and close. */
const listSections = () =>
  menu()
    .getAllByRole('button')
    .filter((button) => button.hasAttribute('aria-expanded'))
    .map((button) => button.textContent)

const everybody: readonly MenuSection[] = ['Start process', 'My Processes', 'My Tasks']

describe('the menu', () => {
  it.each<[Role, readonly MenuSection[]]>([
    ['RoleUser', []],
    ['RoleProcessAdmin', ['Process Engine']],
    ['RoleDesign', ['Design']],
    ['RoleIntegration', ['Integrate']],
    ['RoleUserAdmin', ['Users & Groups']],
    ['RoleAdmin', ['Administration']],
  ])('has what the specification lists for a user with %s besides RoleUser', async (role, sections) => {
    const { user } = await renderApp('/help', { roles: ['RoleUser', role] })
    for (const button of menu().queryAllByRole('button', { expanded: false })) await user.click(button)
    const list = screen.getByRole('navigation', { name: 'Main menu' }).querySelector('ul')
    const shown = [...(list?.children ?? [])].map((section) =>
      [...section.querySelectorAll('a, button')].map((entry) => entry.querySelector('span')?.textContent),
    )
    expect(shown).toEqual([...everybody, ...sections].map((name) => [name, ...specifiedMenu[name]]))
  })

  it('has the custom views of users under Instances and Tasks, each as a link to its page', async () => {
    const views = answer(api.customViews.list, () => ({
      processTypeList: [{ id: 'p1', aliasName: 'Late orders' }],
      taskTypeList: [{ id: 't1', aliasName: 'Tasks of Halden' }],
    }))
    const { user } = await renderApp('/help', { roles: ['RoleProcessAdmin'], answers: [views] })
    await user.click(menu().getByRole('button', { name: 'Process Engine' }))
    const links = menu()
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])
    expect(links.slice(-8)).toEqual([
      ['Deployments', '/processengine/deployment'],
      ['Definitions', '/processengine/processdefinitions'],
      ['Instances', '/processengine/processes'],
      ['Late orders', '/processengine/processes/customview/p1'],
      ['Tasks', '/processengine/tasks'],
      ['Tasks of Halden', '/processengine/tasks/customview/t1'],
      ['Jobs', '/processengine/jobs'],
      ['Process Errors', '/processengine/processFailure'],
    ])
  })

  it('has no monitor where there is none', async () => {
    const { user } = await renderApp('/help', { roles: ['RoleAdmin'] })
    await user.click(menu().getByRole('button', { name: 'Administration' }))
    expect(menu().queryByRole('link', { name: /^Monitor Application/ })).toBeNull()
  })

  it('has the monitor in a new tab where there is one', async () => {
    const { user } = await renderApp('/help', {
      answers: [answerInit({ ROLES: ['RoleAdmin'], MONITOR_ENABLED: true, MONITOR_URL: 'https://monitor.example/' })],
    })
    await user.click(menu().getByRole('button', { name: 'Administration' }))
    const monitor = menu().getByRole('link', { name: /^Monitor Application/ })
    expect([monitor.getAttribute('href'), monitor.getAttribute('target')]).toEqual([
      'https://monitor.example/',
      '_blank',
    ])
    expect(monitor.getAttribute('rel')).toContain('noopener')
  })

  it('shows users with an advanced variant of a role what the role sees, but lets them open none of it', async () => {
    const { user } = await renderApp('/help', { answers: [answerInit({ ROLES: ['AdvRoleUser', 'AdvRoleAdmin'] })] })
    expect(listSections()).toEqual(['My Processes', 'My Tasks'])
    await user.click(menu().getByRole('link', { name: 'Assigned' }))
    await screen.findByRole('heading', { level: 1, name: 'Not authorized' })
  })

  it('understands the legacy and the dotted names of roles', async () => {
    await renderApp('/help', {
      answers: [answerInit({ ROLES: ['ROLE_USER', 'ROLE_DESIGN', 'millrace.user-admin', 'somebody else'] })],
    })
    expect(listSections()).toEqual(['My Processes', 'My Tasks', 'Design', 'Users & Groups'])
  })
})

describe('the panel of categories', () => {
  const requests = { name: 'Requests', count: 1, icon: null, children: [] }
  const answers = [
    answer(api.categories.menu, () => ({ name: 'Home', count: 1, icon: null, children: [requests] })),
    answer(api.categories.processes, () => []),
  ]
  const panel = () => screen.queryByRole('complementary', { name: 'Categories' })

  it('leads to the processes of a category, and remembers whether it is open', async () => {
    const { user } = await renderApp('/category/view/Home', { answers })
    await user.click(within(await screen.findByRole('complementary')).getByRole('link', { name: /^Requests/ }))
    await screen.findByRole('heading', { level: 1, name: 'Requests' })
    expect(location.pathname).toBe('/category/view/Requests')
    await user.click(screen.getByRole('button', { name: 'Hide categories' }))
    expect(panel()).toBeNull()
    expect(localStorage.getItem('millrace.categoryPanelOnCatalogue')).toBe('false')
    await user.click(screen.getByRole('button', { name: 'Show categories' }))
    expect(panel()).not.toBeNull()
  })
})
