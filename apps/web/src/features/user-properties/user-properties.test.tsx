import { api, type UserPropertyRow } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, ines } from '../../testing/things.ts'

const roles = ['RoleUser', 'RoleUserAdmin'] as const
const first: UserPropertyRow = {
  id: 'one',
  name: 'First',
  key: 'first',
  type: 'boolean',
  isRequired: true,
  isUnique: false,
  isDisabled: false,
  createdAt: '2030-01-07T09:00:00.000Z',
  createdBy: ines,
}
const list = (...items: UserPropertyRow[]): Answer[] => [
  answer(api.userProperties.list, () => createPage(items)),
  answer(api.userProperties.listCount, () => ({ total: items.length, isCapped: false, isPartial: false })),
]

describe('the page of user properties', () => {
  it('lists them, and leads to each and to a new one', async () => {
    await renderApp('/usersgroups/userProperties', { roles, answers: list(first) })
    const row = await screen.findByRole('row', { name: /First/ })
    within(row).getByText('Ines Duarte')
    within(row).getByText('Yes or no')
    expect(within(row).getByRole('link', { name: 'First' }).getAttribute('href')).toBe(
      '/usersgroups/userProperties/one',
    )
    expect(screen.getByRole('link', { name: 'New user property' }).getAttribute('href')).toBe(
      '/usersgroups/userProperties/new',
    )
    expect(await findViolations()).toEqual([])
  })

  it('sorts and filters at the server, as the address says', async () => {
    const { user, network } = await renderApp('/usersgroups/userProperties?name=f', { roles, answers: list(first) })
    await screen.findByRole('button', { name: 'Name begins with f' })
    await user.click(screen.getByRole('button', { name: 'Created, column menu' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Sort descending' }))
    await waitFor(() =>
      expect(network.callsTo(api.userProperties.list).at(-1)?.query).toEqual({ name: 'f', sort: '-created' }),
    )
  })

  it('says so when there are none', async () => {
    await renderApp('/usersgroups/userProperties', { roles, answers: list() })
    await screen.findByRole('heading', { name: 'No user properties yet' })
  })

  it('shows a failure with its cause, and can be tried again', async () => {
    const { user, network } = await renderApp('/usersgroups/userProperties', {
      roles,
      answers: [...list(), answer(api.userProperties.list, () => refuse('internal', 'A fault of the program.'))],
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching user properties')
    network.answer(...list(first))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('row', { name: /First/ })
  })
})
