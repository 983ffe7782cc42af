import { type AuditRestorePreview, type AuditRevision, type AuditRevisionRow, api } from '@millrace/contract'
import { cleanup, screen, within } from '@testing-library/react'
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
  restoredFrom: null,
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

const changes = [8, 7].map((number) => ({
  ...made,
  number,
  ...{ id: `e${number}`, entity: 'group', key: 'g', name: 'Clerks', operation: 'update' as const },
  ...{ before: { name: 'Old' }, after: { name: 'New' } },
}))
const preview: AuditRestorePreview = {
  seen: 8,
  before: { name: 'New', description: 'Second' },
  after: { name: 'Old', description: 'First' },
  isEnabled: true,
  kept: [
    { column: 'parent_id', reason: 'missing', name: 'Roof' },
    { column: 'password_hash', reason: 'secret', name: null },
  ],
  effects: [{ effect: 'members', count: 1_200 }],
}

function openHistory(
  entity: string,
  search: string,
  ...more: NonNullable<NonNullable<Parameters<typeof renderApp>[1]>['answers']>
) {
  return renderApp(`/admin/audit/entityHistory/${entity}?id=g${search}`, {
    roles,
    answers: [
      answer(api.audit.history, () => ({ items: changes, older: null })),
      answer(api.audit.state, ({ params }) => ({
        number: Number(params.number),
        values: { name: 'Old' },
        isPartial: false,
        mayRestore: entity === 'group',
      })),
      ...more,
    ],
  })
}

it('an entity is restored after a look at what changes, and the new revision opens', async () => {
  const { user, network } = await openHistory(
    'group',
    '&at=7',
    answer(api.audit.restorePreview, () => preview),
    answer(api.audit.restore, () => ({ number: 9 })),
    answer(api.audit.revision, () => ({ ...revision, number: 9, restoredFrom: 7 })),
  )
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  const dialog = await screen.findByRole('dialog', { name: 'Restore Group “Clerks”?' })
  await within(dialog).findByRole('row', { name: /Name New Old Changed/ })
  within(dialog).getByText('Group “Clerks” is enabled again.')
  within(dialog).getByText('1,200 members have the roles of the group again.')
  within(dialog).getByText('Parent: “Roof” no longer exists.')
  within(dialog).getByText('Password: secrets are not recorded, so the current secret stays.')
  expect(await findViolations()).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Restore revision 7' }))
  await screen.findByRole('heading', { name: 'Revision 9' })
  expect(network.callsTo(api.audit.restore)[0]?.body).toEqual({ id: 'g', seen: 8 })
  await screen.findByText('Group “Clerks” restored')
  expect(screen.getByText('Restored revision').closest('div')?.textContent).toContain('7')
})

it('a restore that is refused says why, and nothing is lost', async () => {
  const { user } = await openHistory(
    'group',
    '&at=7',
    answer(api.audit.restorePreview, () => preview),
    answer(api.audit.restore, () => refuse('thing.changed', 'Expected revision 8 as the newest.')),
  )
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByRole('row', { name: /Name New Old Changed/ })
  await user.click(within(dialog).getByRole('button', { name: 'Restore revision 7' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Error while restoring the revision')
  within(dialog).getByRole('row', { name: /Name New Old Changed/ })
})

it('an entity without a restore says why: it is the current state, its kind has none, it is of others, or it was deleted', async () => {
  await openHistory('group', '')
  await screen.findByText('This is the current state.')
  cleanup()
  await openHistory('form-version', '&at=7')
  await screen.findByText(/^Entities of this kind cannot be restored here\./)
  cleanup()
  await openHistory('email-template', '&at=7')
  await screen.findByText('To restore this entity, you need permission to change it.')
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
  cleanup()
  const { user } = await openHistory(
    'group',
    '&at=7',
    answer(api.audit.restorePreview, () => refuse('audit.not-restorable', 'It was deleted.')),
  )
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  const dialog = await screen.findByRole('dialog')
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Error while comparing the revision')
  expect(within(dialog).getByRole('button', { name: 'Restore revision 7' })).toHaveProperty('disabled', true)
})
