import { api, type HierarchyRow } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, ines } from '../../testing/things.ts'

const roles = ['RoleUser', 'RoleUserAdmin'] as const
const first: HierarchyRow = {
  id: 'one',
  name: 'First',
  isDisabled: false,
  createdAt: '2030-01-07T09:00:00.000Z',
  createdBy: ines,
}
const list = (...items: HierarchyRow[]): Answer[] => [
  answer(api.hierarchies.list, () => createPage(items)),
  answer(api.hierarchies.listCount, () => ({ total: items.length, isCapped: false, isPartial: false })),
]

describe('the page of hierarchies', () => {
  it('lists them, and leads to each and to a new one', async () => {
    await renderApp('/usersgroups/hierarchies', { roles, answers: list(first) })
    const row = await screen.findByRole('row', { name: /First/ })
    within(row).getByText('Ines Duarte')
    expect(within(row).getByRole('link', { name: 'First' }).getAttribute('href')).toBe('/usersgroups/hierarchies/one')
    expect(screen.getByRole('link', { name: 'New hierarchy' }).getAttribute('href')).toBe(
      '/usersgroups/hierarchies/new',
    )
    expect(await findViolations()).toEqual([])
  })

  it('sorts and filters at the server, as the address says', async () => {
    const { user, network } = await renderApp('/usersgroups/hierarchies?name=f', { roles, answers: list(first) })
    await screen.findByRole('button', { name: 'Name begins with f' })
    await user.click(screen.getByRole('button', { name: 'Created, column menu' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Sort descending' }))
    await waitFor(() =>
      expect(network.callsTo(api.hierarchies.list).at(-1)?.query).toEqual({ name: 'f', sort: '-created' }),
    )
  })

  it('says so when there are none', async () => {
    await renderApp('/usersgroups/hierarchies', { roles, answers: list() })
    await screen.findByRole('heading', { name: 'No hierarchies yet' })
  })

  it('shows a failure with its cause, and can be tried again', async () => {
    const { user, network } = await renderApp('/usersgroups/hierarchies', {
      roles,
      answers: [...list(), answer(api.hierarchies.list, () => refuse('internal', 'A fault of the program.'))],
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching hierarchies')
    network.answer(...list(first))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('row', { name: /First/ })
  })
})
