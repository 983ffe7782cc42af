import {
  type Application,
  type ApplicationDeployment,
  type ApplicationRow,
  type ApplicationVersion,
  api,
} from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, createStartable, ines } from '../../testing/things.ts'

const roles = ['RoleUser', 'RoleDesign'] as const
const row: ApplicationRow = {
  id: 'app-1',
  name: 'Orders',
  key: 'orders',
  category: 'Sales',
  processes: 1,
  forms: 2,
  isDisabled: false,
  updatedAt: '2026-11-20T09:00:00.000Z',
  updatedBy: ines,
}
const application: Application = {
  id: 'app-1',
  name: 'Orders',
  key: 'orders',
  description: null,
  category: 'Sales',
  processes: 1,
  forms: 2,
  decisions: 0,
  revision: 3,
  disabled: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  createdBy: ines,
  updatedAt: '2026-11-20T09:00:00.000Z',
  updatedBy: ines,
}
const categories = answer(api.categories.list, () => [
  { name: 'Sales', parent: null },
  { name: 'Travel', parent: null },
])
const list = (...items: ApplicationRow[]): Answer[] => [
  answer(api.applications.list, () => createPage(items)),
  answer(api.applications.listCount, () => ({ total: items.length, isCapped: false, isPartial: false })),
  categories,
]
const one = (more: Partial<Application> = {}): Answer[] => [
  answer(api.applications.get, () => ({ ...application, ...more })),
  categories,
]

const startable = answer(api.categories.processes, () => [
  createStartable({ key: 'order', name: 'Order', definitionId: 'order-2' }),
])

describe('the applications', () => {
  it('are listed, and lead to their pages', async () => {
    const { user, network } = await renderApp('/design/applications', { roles, answers: list(row) })
    const found = await screen.findByRole('row', { name: /Orders/ })
    expect(within(found).getByRole('link', { name: 'Orders' }).getAttribute('href')).toBe('/design/applications/app-1')
    await user.click(screen.getByRole('link', { name: /^Disabled/ }))
    await waitFor(() => expect(network.callsTo(api.applications.list).at(-1)?.query).toEqual({ isDisabled: 'true' }))
  })

  it('say so when there are none, and show a failure, which can be tried again', async () => {
    const { user, network } = await renderApp('/design/applications', {
      roles,
      answers: [...list(), answer(api.applications.list, () => refuse('internal', 'A fault.'))],
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching applications')
    network.answer(...list())
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { name: 'No applications yet' })
    await screen.findByRole('link', { name: 'New application' })
  })
})

describe('an application', () => {
  it('is created by Enter in a field, too', async () => {
    const { user, network } = await renderApp('/design/applications/new', {
      roles,
      answers: [...one(), answer(api.applications.create, () => application)],
    })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Orders{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Orders' })
    expect(network.callsTo(api.applications.create)).toHaveLength(1)
  })

  it('is not created by Enter in the open list of a field', async () => {
    const { user, network } = await renderApp('/design/applications/new', {
      roles,
      answers: [...one(), answer(api.applications.create, () => application)],
    })
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await user.type(name, 'Orders')
    await user.type(await screen.findByRole('combobox', { name: 'Category' }), 'None of them{Enter}')
    await user.click(name)
    expect(network.callsTo(api.applications.create)).toEqual([])
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Orders' })
  })

  it('is created, and leads to its page', async () => {
    const { user, network } = await renderApp('/design/applications/new', {
      roles,
      answers: [...one(), answer(api.applications.create, () => application)],
    })
    const create = await screen.findByRole<HTMLButtonElement>('button', { name: 'Create application' })
    expect(create.disabled).toBe(true)
    // Its key follows.
    await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Orders')
    await user.click(screen.getByRole('combobox', { name: 'Category' }))
    await user.click(await screen.findByRole('option', { name: 'Sales' }))
    await user.click(screen.getByRole('button', { name: 'Create application' }))
    await screen.findByRole('heading', { level: 1, name: 'Orders' })
    expect(network.callsTo(api.applications.create)[0]?.body).toEqual({
      name: 'Orders',
      key: 'orders',
      description: null,
      category: 'Sales',
    })
    expect(location.pathname).toBe('/design/applications/app-1')
  })

  it('says what it uses outside of itself, who names it, and what of that is not there', async () => {
    const by = [{ kind: 'process' as const, id: 'p-1', name: 'Order' }]
    const use = { applicationId: null, systemId: null, by }
    const { user } = await renderApp('/design/applications/app-1', {
      roles,
      answers: [
        ...one(),
        answer(api.applications.uses, () => ({
          items: [
            { ...use, kind: 'email-template' as const, id: 'mail-1', name: 'Order taken' },
            { ...use, kind: 'data-list' as const, id: null, name: 'cities' },
            { ...use, kind: 'rest-adapter' as const, id: 'a-1', name: 'Find towns', systemId: 's-1' },
          ],
          unreadable: [{ kind: 'form' as const, id: 'f-1', name: 'Goods' }],
        })),
      ],
    })
    await user.click(await screen.findByRole('tab', { name: 'Used items' }))
    const mail = await screen.findByRole('row', { name: /Order taken/ })
    expect(within(mail).getByRole('link', { name: 'Order taken' }).getAttribute('href')).toBe(
      '/design/emailTemplates/mail-1',
    )
    expect(within(mail).getByRole('link', { name: 'Order' }).getAttribute('href')).toBe(
      '/design/applications/app-1/appprocesses/p-1',
    )
    const gone = screen.getByRole('row', { name: /cities/ })
    expect(within(gone).getByText(/^Does not exist/)).toBeDefined()
    expect(within(gone).queryByRole('link', { name: 'cities' })).toBeNull()
    expect(screen.getByText(/^Not checked, because these designs cannot be read: Goods/)).toBeDefined()
    // Those who keep adapters are others: to a designer it is a name.
    const adapter = screen.getByRole('row', { name: /Find towns/ })
    expect(within(adapter).getByText('REST adapter')).toBeDefined()
    expect(within(adapter).queryByRole('link', { name: 'Find towns' })).toBeNull()
  })

  it('beyond the licence is not made, and what was typed stays', async () => {
    const { user } = await renderApp('/design/applications/new', {
      roles,
      answers: [
        categories,
        answer(api.applications.create, () => refuse('licence.applications', 'The licence covers 1 applications.')),
      ],
    })
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /Name/ })
    await user.type(name, 'Orders')
    await user.click(screen.getByRole('button', { name: 'Create application' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The licence covers 1 applications.')
    expect(name.value).toBe('Orders')
  })

  it('is saved with the revision that was read, and shows the changes of somebody who was faster', async () => {
    const { user, network } = await renderApp('/design/applications/app-1', {
      roles,
      answers: [
        ...one(),
        answer(api.applications.save, () =>
          refuse('thing.changed', 'Expected it as it was.', [{ where: 'updatedBy', message: 'Ada' }]),
        ),
      ],
    })
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /Name/ })
    await user.type(name, ' 2')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The changes were not saved')
    expect(network.callsTo(api.applications.save)[0]?.body).toEqual({
      name: 'Orders 2',
      key: 'orders',
      description: null,
      category: 'Sales',
      revision: 3,
    })
    network.answer(...one({ category: 'Trade', revision: 4 }))
    await user.click(screen.getByRole('button', { name: 'Load these changes' }))
    await screen.findByText('Category: Sales → Trade')
    expect(name.value).toBe('Orders 2')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() =>
      expect(network.callsTo(api.applications.save)[1]?.body).toMatchObject({
        ...{ name: 'Orders 2', category: 'Trade', revision: 4 },
      }),
    )
  })

  it('shows what the server says of a field beside it', async () => {
    const message = 'An application has this key already'
    const { user } = await renderApp('/design/applications/app-1', {
      roles,
      answers: [
        ...one(),
        answer(api.applications.save, () => refuse('thing.key-taken', message, [{ where: 'key', message }])),
      ],
    })
    await user.type(await screen.findByRole('textbox', { name: /Key/ }), '2')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await screen.findByText(message, { selector: '.mantine-InputWrapper-error' })
  })

  it('is disabled with a reason, and restored', async () => {
    const disabled = { at: '2026-11-20T09:00:00.000Z', by: ines, reason: 'Old' }
    const { user, network } = await renderApp('/design/applications/app-1', {
      roles,
      answers: [
        ...one(),
        answer(api.applications.disable, () => {
          network.answer(...one({ disabled, revision: 4 }))
          return { ...application, disabled, revision: 4 }
        }),
        answer(api.applications.restore, () => {
          network.answer(...one({ revision: 5 }))
          return { ...application, revision: 5 }
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Disable' }))
    const dialog = await screen.findByRole('dialog', { name: 'Disable “Orders”?' })
    await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Old')
    await user.click(within(dialog).getByRole('button', { name: 'Disable application' }))
    await screen.findByText('Disabled by Ines Duarte')
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    await screen.findByRole('button', { name: 'Disable' })
  })

  it('that no longer exists says so', async () => {
    await renderApp('/design/applications/gone', {
      roles,
      answers: [answer(api.applications.get, () => refuse('thing.not-found', 'Expected one, but there is none.'))],
    })
    await screen.findByText('Application not found')
  })

  it('begins a copy with what it would be called', async () => {
    const copy = {
      sourceId: 'app-1',
      name: 'Orders copy',
      key: 'orders-copy',
      description: null,
      category: null,
      processes: 1,
      forms: 2,
      decisions: 0,
    }
    const { user, network } = await renderApp('/design/applications/app-1/copy', {
      roles,
      answers: [
        ...one({ name: 'Orders copy' }),
        answer(api.applications.copyDetails, () => copy),
        answer(api.applications.copy, () => ({ ...application, name: 'Orders copy' })),
      ],
    })
    await screen.findByText('Copied: 1 processes, 2 forms, 0 decisions.')
    await user.click(screen.getByRole('button', { name: 'Copy application' }))
    await screen.findByRole('heading', { level: 1, name: 'Orders copy' })
    expect(network.callsTo(api.applications.copy)[0]?.body).toEqual({
      name: 'Orders copy',
      key: 'orders-copy',
      description: null,
      category: null,
    })
  })

  it('shows what is in it, each part under an address of its own', async () => {
    const part = { id: 'process-1', name: 'Order', application: { id: 'app-1', name: 'Orders' }, key: 'order' }
    const { user } = await renderApp('/design/applications/app-1', {
      roles,
      answers: [
        ...one(),
        answer(api.appProcesses.list, () =>
          createPage([
            { ...part, category: null, version: 2, isDisabled: false, updatedAt: row.updatedAt, updatedBy: ines },
          ]),
        ),
        answer(api.forms.list, () => createPage<never>([])),
        startable,
      ],
    })
    await user.click(await screen.findByRole('tab', { name: /Processes/ }))
    const link = await screen.findByRole('link', { name: 'Order' })
    expect(link.getAttribute('href')).toBe('/design/applications/app-1/appprocesses/process-1')
    expect(location.search).toBe('?tab=processes')
    const start = await screen.findByRole('link', { name: 'Start Order' })
    expect(start.getAttribute('href')).toBe('/processes/viewprocess/order-2')
    await user.click(screen.getByRole('tab', { name: /Forms/ }))
    await screen.findByText('No forms yet.')
  })

  it('says what to do next while it is empty', async () => {
    await renderApp('/design/applications/app-1', { roles, answers: one({ processes: 0, forms: 0 }) })
    const next = await screen.findByRole('region', { name: 'Next step' })
    expect(
      within(next)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['New process', '/design/applications/app-1/appprocesses/create'],
      ['New form', '/design/applications/app-1/appforms/create'],
      ['New decision', '/design/applications/app-1/appdecisions/create'],
    ])
  })

  it('offers nothing to create to users who can only read it', async () => {
    const init = answer(api.shell.init, () => ({
      ...{ ROLES: ['RoleUser' as const], OPENS: { 'applications.read': { isEverywhere: true, keys: [] } } },
      ...{ MONITOR_ENABLED: false, MONITOR_URL: null, HELP_URL: null, TOKEN_REFRESH_MINUTES: 4, BANNERS: [] },
      ...{ ENABLE_PRIVACY_POLICY: false, PRIVACY_POLICY_LINK_NAME: null, PRIVACY_POLICY_LINK_URL: null },
      USER_INFO: { username: 'ines.duarte', id: 'user-1' },
    }))
    const { user } = await renderApp('/design/applications/app-1', {
      roles: ['RoleUser'],
      answers: [...one({ processes: 0, forms: 0 }), init, answer(api.forms.list, () => createPage<never>([]))],
    })
    await screen.findByRole('heading', { name: 'Details' })
    expect(screen.queryByRole('region', { name: 'Next step' })).toBeNull()
    await user.click(screen.getByRole('tab', { name: /Forms/ }))
    await screen.findByText('No forms yet.')
    expect(screen.queryByRole('link', { name: 'New form' })).toBeNull()
  })

  it('keeps what is typed while another part is looked at', async () => {
    const { user } = await renderApp('/design/applications/app-1', {
      roles,
      answers: [...one(), answer(api.applications.versions, () => [])],
    })
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), ' 2')
    await user.click(screen.getByRole('tab', { name: 'Versions' }))
    await screen.findByText('The application has not been deployed yet.')
    await user.click(screen.getByRole('tab', { name: 'Details' }))
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /Name/ })).value).toBe('Orders 2')
  })
})

const version: ApplicationVersion = {
  version: 1,
  deploymentId: 'deployment-1',
  note: 'First',
  restoredFrom: null,
  deployedAt: '2026-11-20T09:00:00.000Z',
  deployedBy: ines,
  override: null,
  undeployed: null,
}
const state = answer(
  api.applications.deployment,
  (): ApplicationDeployment => ({
    last: version,
    parts: [
      {
        kind: 'process',
        id: 'process-1',
        name: 'Order',
        key: 'order',
        version: 2,
        deployedVersion: 1,
        change: 'changed',
      },
      { kind: 'form', id: 'form-1', name: 'Goods', key: 'goods', version: 1, deployedVersion: null, change: 'added' },
    ],
    runningInstances: 5,
    running: [
      { version: 2, instances: 2 },
      { version: 1, instances: 3 },
    ],
  }),
)

const process = (assignee: string) => `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:millrace="urn:millrace:bpmn:1.0"><process id="order"><userTask id="a" millrace:assignee="${assignee}"/></process></definitions>`

describe('the deployment of an application', () => {
  it('says what is different and what runs, and takes a note', async () => {
    const { user, network } = await renderApp('/design/applications/app-1', {
      roles,
      answers: [
        ...one(),
        state,
        answer(api.appProcesses.version, ({ params }) => ({
          version: Number(params.version),
          xml: process(Number(params.version) === 1 ? 'ann' : 'bob'),
        })),
        answer(api.applications.deploy, () => ({ version: 2, deploymentId: 'deployment-2', warnings: [] })),
        startable,
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Deploy' }))
    const dialog = await screen.findByRole('dialog', { name: 'Deploy “Orders”' })
    within(await within(dialog).findByRole('row', { name: /Order Process/ })).getByText('1 → 2')
    within(dialog).getByText('5 running instances continue with their own versions.')
    within(dialog).getByText('Version 1: 3 instances')
    await user.click(within(dialog).getByRole('button', { name: 'Changed: show the changes of Order' }))
    await within(dialog).findByText('ann')
    within(dialog).getByText('Assignee')
    within(dialog).getByText('bob')
    await user.type(within(dialog).getByRole('textbox', { name: 'Change note' }), 'Second')
    await user.click(within(dialog).getByRole('button', { name: 'Deploy version 2' }))
    await screen.findByText('Version 2 of Orders deployed')
    expect(network.callsTo(api.applications.deploy)[0]?.body).toEqual({ note: 'Second' })
    await user.click(await screen.findByRole('button', { name: 'Start Order' }))
    await expect.poll(() => location.pathname).toBe('/processes/viewprocess/order-2')
  })

  it('says what is different in a decision, rule by rule, and what can no longer be started', async () => {
    const table = (
      output: string,
    ) => `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" name="d" namespace="n">
      <decision id="limit" name="Limit"><decisionTable><output name="who"/>
      <rule><outputEntry><text>${output}</text></outputEntry></rule></decisionTable></decision></definitions>`
    const part = { version: 2, deployedVersion: 1 }
    const { user, network } = await renderApp('/design/applications/app-1', {
      roles,
      answers: [
        ...one(),
        answer(api.applications.deployment, () => ({
          last: null,
          parts: [
            { kind: 'decision' as const, id: 'd', name: 'Limit', key: 'limit', ...part, change: 'changed' as const },
            { kind: 'process' as const, id: 'p', name: 'Old', key: 'old', ...part, change: 'removed' as const },
          ],
          runningInstances: 0,
          running: [],
        })),
        answer(api.appDecisions.version, ({ params }) => ({
          version: Number(params.version),
          xml: table(Number(params.version) === 1 ? '"manager"' : '"finance"'),
        })),
        answer(api.applications.deploy, () =>
          refuse('application.key-deployed', 'Expected other keys.', [
            {
              where: 'old.bpmn',
              message: 'Expected a key that an application has deployed last, but it came from files.',
            },
          ]),
        ),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Deploy' }))
    const dialog = await screen.findByRole('dialog', { name: 'Deploy “Orders”' })
    within(await within(dialog).findByRole('row', { name: /Limit Decision 1 → 2/ })).getByText('Changed')
    within(dialog).getByText(/Nobody can start removed processes/)
    await user.click(within(dialog).getByRole('button', { name: 'Changed: show the changes of Limit' }))
    expect((await within(dialog).findByText('→ "manager"', { exact: false })).tagName).toBe('DEL')
    expect(within(dialog).getByText('→ "finance"', { exact: false }).tagName).toBe('INS')
    await user.click(within(dialog).getByRole('button', { name: /^Deploy version/ }))
    await within(dialog).findByText(/Some of these keys were last deployed from files/)
    within(dialog).getByText('old.bpmn')
    expect(network.callsTo(api.applications.deploy)).toHaveLength(1)
  })

  it('that is refused lists each error by its part, and keeps the note', async () => {
    const details = [{ where: 'order.bpmn#pay', code: 'bpmn.flow', message: 'Expected a target, but there is none.' }]
    const { user } = await renderApp('/design/applications/app-1', {
      roles,
      answers: [
        ...one(),
        state,
        answer(api.applications.deploy, () => refuse('deployment.invalid', 'There is one fault.', details)),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Deploy' }))
    const dialog = await screen.findByRole('dialog')
    const note = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Change note' })
    await user.type(note, 'Second')
    await user.click(await within(dialog).findByRole('button', { name: 'Deploy version 2' }))
    await within(dialog).findByText('1 error prevents the deployment')
    within(dialog).getByText('order.bpmn#pay')
    expect(note.value).toBe('Second')
  })

  it('is rolled back to an earlier version, and undeployed', async () => {
    const second = { ...version, version: 2, note: null }
    const { user, network } = await renderApp('/design/applications/app-1?tab=versions', {
      roles,
      answers: [
        ...one(),
        state,
        answer(api.applications.versions, () => [second, version]),
        answer(api.applications.rollBack, () => ({ version: 3, deploymentId: 'deployment-3', warnings: [] })),
        answer(api.applications.undeploy, () => ({ last: null, parts: [], runningInstances: 0, running: [] })),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Deploy again: version 1' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deploy again' }))
    await screen.findByText('Version 3 of Orders deployed')
    expect(network.callsTo(api.applications.rollBack)).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Undeploy' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Undeploy “Orders”?' })).getByRole('button', {
        name: 'Undeploy application',
      }),
    )
    await screen.findByText('Orders undeployed')
  })
})
