import { type AuditRevision, type AuditRevisionRow, api } from '@millrace/contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage } from '../../testing/things.ts'

const roles = ['RoleAdmin'] as const
const made = {
  number: 7,
  at: '2026-11-19T10:42:18.000Z',
  user: { username: 'ines', displayName: 'Ines Duarte' },
  surface: 'page',
  cause: 'PUT /api/design/email-templates/{id}',
} as const
const change = { entity: 'email-template', operation: 'update', name: 'Order', count: 1, isCapped: false } as const
const row: AuditRevisionRow = { id: '7', ...made, changes: [change], more: 0, what: [], entries: 1 }
const revision: AuditRevision = {
  ...made,
  previous: 6,
  next: null,
  entries: [
    {
      id: 'e',
      entity: 'email-template',
      key: 'k',
      name: 'Order',
      operation: 'update',
      before: { subject: 'Old' },
      after: { subject: 'New' },
    },
  ],
  more: null,
}
const people = answer(api.audit.people, () => [])

it('revisions are listed in plain words', async () => {
  await renderApp('/admin/audit', { roles, answers: [people, answer(api.audit.list, () => createPage([row]))] })
  const found = await screen.findByRole('row', { name: /Email template “Order” changed/ })
  expect(within(found).getByRole('link').getAttribute('href')).toBe('/admin/audit/revision/7')
})

it('a failure of the list has its cause', async () => {
  const failing = answer(api.audit.list, () => refuse('internal', 'A fault of the program.'))
  await renderApp('/admin/audit', { roles, answers: [people, failing] })
  expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching the audit history')
})

it('a revision shows its fields before and after, without barriers', async () => {
  await renderApp('/admin/audit/revision/7', { roles, answers: [answer(api.audit.revision, () => revision)] })
  const found = await screen.findByRole('row', { name: /Subject Old New Changed/ })
  expect(found.querySelector('del')?.textContent).toBe('Old')
  expect(await findViolations()).toEqual([])
})

it('a revision that does not exist says so', async () => {
  const gone = answer(api.audit.revision, () => refuse('thing.not-found', 'None.'))
  await renderApp('/admin/audit/revision/9', { roles, answers: [gone] })
  await screen.findByRole('heading', { name: 'Revision not found' })
})
