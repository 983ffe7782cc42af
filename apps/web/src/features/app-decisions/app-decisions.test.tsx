import { type AppDecision, type AppDecisionRow, api, type FormHistory } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, ines } from '../../testing/things.ts'

const roles = ['RoleUser', 'RoleDesign'] as const
const updatedAt = '2026-11-20T09:00:00.000Z'
const application = { id: 'app-1', name: 'Orders' }
const row: AppDecisionRow = {
  id: 'decision-1',
  name: 'Order',
  application,
  key: 'order',
  version: 2,
  isDisabled: false,
  updatedAt,
  updatedBy: ines,
}
const decision: AppDecision = {
  id: 'decision-1',
  application,
  name: 'Order',
  key: 'order',
  decisionKeys: ['order'],
  revision: 3,
  version: 2,
  disabled: null,
  editor: null,
  createdAt: updatedAt,
  createdBy: ines,
  updatedAt,
  updatedBy: ines,
}
const history: FormHistory = [
  [{ version: 2, savedBy: ines, note: 'Second', restoredFrom: null }, updatedAt],
  [{ version: 1, savedBy: ines, note: null, restoredFrom: null }, updatedAt],
]
const around: Answer[] = [
  answer(api.categories.list, () => [{ name: 'Sales', parent: null }]),
  answer(api.forms.allApplications, () => [application]),
]
const list = (...items: AppDecisionRow[]): Answer[] => [
  answer(api.appDecisions.list, () => createPage(items)),
  answer(api.appDecisions.listCount, () => ({ total: items.length, isCapped: false, isPartial: false })),
  ...around,
]
const one = (more: Partial<AppDecision> = {}): Answer[] => [
  answer(api.appDecisions.get, () => ({ ...decision, ...more })),
  answer(api.appDecisions.history, () => history),
  ...around,
]
const ofApplication = answer(api.applications.get, () => ({
  ...application,
  key: 'orders',
  description: null,
  category: null,
  processes: 0,
  decisions: 0,
  forms: 0,
  revision: 1,
  disabled: null,
  createdAt: updatedAt,
  createdBy: ines,
  updatedAt,
  updatedBy: ines,
}))
const path = '/design/applications/app-1/appdecisions'

describe('the decisions', () => {
  it('are listed, and made in an application', async () => {
    const { user } = await renderApp('/design/applications/appdecisions', { roles, answers: list(row) })
    const found = await screen.findByRole('row', { name: /Order/ })
    expect(within(found).getByRole('link', { name: 'Order' }).getAttribute('href')).toBe(`${path}/decision-1`)
    await user.click(await screen.findByRole('button', { name: 'New decision' }))
    const item = await screen.findByRole('menuitem', { name: 'Orders' })
    expect(item.getAttribute('href')).toBe(`${path}/create`)
  })

  it('show a failure, can be tried again, and say so when there are none', async () => {
    const { user, network } = await renderApp('/design/applications/appdecisions', {
      roles,
      answers: [...list(), answer(api.appDecisions.list, () => refuse('internal', 'A fault.'))],
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching decisions')
    network.answer(...list())
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { name: 'No decisions yet' })
  })
})

describe('a decision', () => {
  it('is created, and leads to its page', async () => {
    const { user, network } = await renderApp(`${path}/create`, {
      roles,
      answers: [...one(), ofApplication, answer(api.appDecisions.create, () => decision)],
    })
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Order')
    await user.click(screen.getByRole('button', { name: 'Create decision' }))
    await screen.findByRole('heading', { level: 1, name: 'Order' })
    expect(network.callsTo(api.appDecisions.create)[0]?.body).toMatchObject({ name: 'Order', key: 'order' })
    expect(location.pathname).toBe(`${path}/decision-1`)
  })

  it('is imported from a DMN file, and says what keeps it from being deployed', async () => {
    const fault = { elementId: 'f', code: 'bpmn.flow', message: 'A fault.', severity: 'error' } as const
    const { user } = await renderApp(`${path}/create`, {
      roles,
      answers: [...one(), ofApplication, answer(api.appDecisions.importFile, () => ({ decision, problems: [fault] }))],
    })
    const section = await screen.findByRole('region', { name: 'Or import a DMN file' })
    const file = new File(['<definitions/>'], 'order.dmn')
    const input = section.querySelector<HTMLInputElement>('input[type=file]')
    if (input === null) throw new Error('Expected a field for files, but there is none.')
    await user.upload(input, file)
    await user.click(within(section).getByRole('button', { name: 'Import file' }))
    await screen.findByText('1 error prevents the deployment.')
    await screen.findByRole('heading', { level: 1, name: 'Order' })
  })

  it('is saved with the revision that was read, and reported when its design was changed meanwhile', async () => {
    const { user, network } = await renderApp(`${path}/decision-1`, {
      roles,
      answers: [...one(), answer(api.appDecisions.save, () => refuse('design.changed', 'Ada has saved version 3.'))],
    })
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), ' limit')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The changes were not saved')
    expect(network.callsTo(api.appDecisions.save)[0]?.body).toEqual({ name: 'Order limit', key: 'order', revision: 3 })
    network.answer(...one({ version: 3, name: 'Other' }))
    await user.click(screen.getByRole('button', { name: 'Load the saved version' }))
    await screen.findByDisplayValue('Other')
  })

  it('says who is at its design, and goes back to an earlier version', async () => {
    const editor = { holder: ines, since: updatedAt, until: updatedAt }
    const { user, network } = await renderApp(`${path}/decision-1`, {
      roles,
      answers: [
        ...one({ editor }),
        answer(api.appDecisions.restoreVersion, () => ({ version: 3, savedAt: updatedAt, problems: [] })),
      ],
    })
    await screen.findByText('Ines Duarte is editing the design')
    await user.click(await screen.findByRole('button', { name: 'Restore version 1' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Restore version' }))
    await screen.findByText('Version 3 has the design of version 1')
    expect(network.callsTo(api.appDecisions.restoreVersion)[0]?.body).toEqual({ version: 2 })
  })

  it('is disabled with a reason', async () => {
    const disabled = { at: updatedAt, by: ines, reason: 'Old' }
    const { user, network } = await renderApp(`${path}/decision-1`, {
      roles,
      answers: [
        ...one(),
        answer(api.appDecisions.disable, () => {
          network.answer(...one({ disabled }))
          return { ...decision, disabled }
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Disable' }))
    const dialog = await screen.findByRole('dialog', { name: 'Disable “Order”?' })
    await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Old')
    await user.click(within(dialog).getByRole('button', { name: 'Disable decision' }))
    await screen.findByText('Disabled by Ines Duarte')
  })

  it('that no longer exists says so', async () => {
    await renderApp(`${path}/gone`, {
      roles,
      answers: [answer(api.appDecisions.get, () => refuse('thing.not-found', 'Expected one, but there is none.'))],
    })
    await screen.findByText('Decision not found')
  })
})

describe('copies of decisions', () => {
  it('are proposed, and an error stands beside the one that it is about', async () => {
    const proposals = [
      { sourceId: 'decision-1', applicationId: 'app-1', name: 'Order copy', key: 'order-copy' },
      { sourceId: 'decision-2', applicationId: 'app-1', name: 'Bill copy', key: 'bill-copy' },
    ]
    const message = 'A decision has this key already'
    const { user, network } = await renderApp(
      '/design/applications/appdecisions/copy?decisionIds=decision-1,decision-2',
      {
        roles,
        answers: [
          ...list(),
          answer(api.appDecisions.copyMultiple, () => proposals),
          answer(api.appDecisions.saveMultiple, () =>
            refuse('thing.key-taken', message, [{ where: 'decisions.1.key', message }]),
          ),
        ],
      },
    )
    const second = await screen.findByRole('region', { name: 'Copy of Bill copy' })
    await user.click(screen.getByRole('button', { name: 'Copy 2 decisions' }))
    await within(second).findByText(message)
    network.answer(answer(api.appDecisions.saveMultiple, () => [decision, decision]))
    await user.click(screen.getByRole('button', { name: 'Copy 2 decisions' }))
    await waitFor(() => expect(location.pathname).toBe('/design/applications/appdecisions'))
  })
})
