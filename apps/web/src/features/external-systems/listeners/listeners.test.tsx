import {
  api,
  type ExternalApi,
  type ExternalDelivery,
  type ExternalListener,
  type ListenerSettings,
} from '@millrace/contract'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../../testing/network.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { createPage, ines } from '../../../testing/things.ts'

const at = '2026-11-19T08:00:00.000Z'
const kept = {
  ...{ description: '', revision: 3, disabled: null },
  ...{ createdAt: at, createdBy: ines, updatedAt: at, updatedBy: ines },
}
const target: ListenerSettings['target'] = {
  ...{ action: 'start', process: 'order', message: '', businessKey: null, correlation: [] },
  variables: [{ variable: 'number', source: 'body', path: 'order.number', type: 'integer' }],
}
const webhook: ExternalListener = {
  ...kept,
  ...{ id: '9', name: 'Orders', system: { id: '1', name: 'Shop' }, api: { id: '8', name: 'Orders API' } },
  connection: { id: '7', name: 'REST' },
  settings: {
    ...{ kind: 'webhook', signature: 'standard', header: '', timeHeader: '', idHeader: '' },
    ...{ windowSeconds: 300, maxBytes: 1_000_000, target },
  },
  ...{ state: 'listening', lookedAt: null, acceptedAt: at, fault: null, hasAddress: true, address: '/webhooks/abc' },
  ...{ hasSecret: true, oldUntil: null, holder: null, failingSince: null, waiting: 0, waitingSince: null },
  usualSeconds: 60,
}
const folder: ExternalListener = {
  ...webhook,
  ...{ id: '10', name: 'Prices', hasAddress: false, address: null, hasSecret: false },
  settings: {
    ...{ kind: 'folder', folder: 'in', pattern: '*.csv', rule: 'unchanged', doneSuffix: '.done', everySeconds: 60 },
    ...{ doneFolder: 'done', failedFolder: 'failed', target: { ...target, variables: [] } },
  },
  ...{
    state: 'failing',
    fault: 'Expected a folder.',
    lookedAt: at,
    holder: 'server-1:4711:0b1ad3c5-8f0e-4d0b-9f5f-0c9f6f0a4a11',
    waiting: 3,
    waitingSince: at,
  },
  failingSince: at,
}
const shop: ExternalApi = {
  ...kept,
  ...{ id: '8', name: 'Orders API', system: { id: '1', name: 'Shop' }, adapters: [] },
  connection: { id: '7', name: 'REST', kind: 'file' },
  listeners: [
    { ...{ id: '9', name: 'Orders', kind: 'webhook', isDisabled: false }, ...healthOf(webhook) },
    { ...{ id: '10', name: 'Prices', kind: 'folder', isDisabled: false }, ...healthOf(folder) },
  ],
}
function healthOf({ state, lookedAt, acceptedAt, fault }: ExternalListener) {
  return { state, lookedAt, acceptedAt, fault }
}
const calls = api.externalListeners
const open = (path: string, ...answers: Answer[]) =>
  renderApp(`/integrate/${path}`, { roles: ['RoleIntegration'], answers })
const get = (found: ExternalListener) => answer(calls.get, () => found)
const systems = 'externalsystems/1/apis/8'

describe('the page of an API', () => {
  it('lists webhooks and watched folders with their states', async () => {
    await open(
      systems,
      answer(api.externalSystems.getApi, () => shop),
    )
    const table = within(await screen.findByRole('table', { name: 'Listeners' }))
    expect(table.getByRole('link', { name: 'Orders' }).getAttribute('href')).toBe(
      '/integrate/externalsystems/1/apis/8/webhooks/9',
    )
    expect(table.getByRole('link', { name: 'Prices' }).getAttribute('href')).toBe(
      '/integrate/externalsystems/1/apis/8/watches/10',
    )
    table.getByText('Listening')
    table.getByText('Failing')
    screen.getByRole('link', { name: 'New webhook' })
    screen.getByRole('link', { name: 'New watched folder' })
    expect(await findViolations()).toEqual([])
  })
})

it('adapters are imported from a description, after a look at the difference', async () => {
  const rest: ExternalApi = { ...shop, connection: { id: '7', name: 'REST', kind: 'rest' } }
  const one = { key: 'getOrder', name: 'Read order', method: 'GET', path: '/orders', notes: [] }
  const { user, network } = await open(
    systems,
    answer(api.externalSystems.getApi, () => rest),
    answer(api.externalImports.preview, () => ({
      title: 'Shop',
      requests: [
        { ...one, ref: 'a', state: 'new' as const, changes: [] },
        {
          ...one,
          ref: 'b',
          name: 'Send order',
          state: 'changed' as const,
          changes: [{ field: 'path', before: '/a', after: '/b' }],
        },
      ],
    })),
    answer(api.externalImports.run, () => ({ created: 1, changed: 0 })),
  )
  await user.click(await screen.findByRole('button', { name: 'Import adapters' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import adapters' }))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('Expected a field for a file.')
  await user.upload(input, new File(['{"openapi":"3.0.0"}'], 'shop.json', { type: 'application/json' }))
  await dialog.findByText('path: /a → /b')
  await user.click(dialog.getByRole('checkbox', { name: 'Import Read order' }))
  expect(await findViolations()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Import 1 adapter' }))
  await screen.findByText('Adapters imported')
  expect(network.callsTo(api.externalImports.run)).toMatchObject([
    { body: { text: '{"openapi":"3.0.0"}', refs: ['a'] } },
  ])
})

describe('the page of a webhook', () => {
  it('creates one with mapped variables', async () => {
    const { user, network } = await open(
      `${systems}/webhooks/new`,
      answer(api.externalSystems.getApi, () => shop),
      answer(calls.create, () => webhook),
      get(webhook),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Orders')
    await user.type(screen.getByRole('textbox', { name: 'Key of the process' }), 'order')
    await user.click(screen.getByRole('button', { name: 'Add variable' }))
    await user.type(screen.getByRole('textbox', { name: 'Variable of Variable 1' }), 'number')
    await user.type(screen.getByRole('textbox', { name: 'Path or name of Variable 1' }), 'order.number')
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Save listener' }))
    await screen.findByRole('heading', { name: 'Orders' })
    expect(network.callsTo(calls.create)).toMatchObject([
      {
        body: {
          name: 'Orders',
          settings: {
            kind: 'webhook',
            target: { process: 'order', variables: [{ variable: 'number', source: 'body', path: 'order.number' }] },
          },
        },
      },
    ])
  })

  it('shows its address, and a new secret once', async () => {
    const { user, network } = await open(
      `${systems}/webhooks/9`,
      get(webhook),
      answer(calls.renewSecret, () => ({ address: '/webhooks/abc', secret: 'whsec_new' })),
    )
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address' })).value).toContain('/webhooks/abc')
    screen.getByText('A secret is stored. It is not shown again.')
    screen.getByText('60 seconds')
    await user.click(screen.getByRole('button', { name: 'New secret' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New secret' }))
    await user.click(dialog.getByRole('button', { name: 'New secret' }))
    expect((await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Secret' })).value).toBe('whsec_new')
    expect(network.callsTo(calls.renewSecret)).toMatchObject([{ body: { secret: '', keepHours: 24 } }])
    expect(await findViolations()).toEqual([])
  })

  it('says that the secret of the other system is stored, and not that it is shown once', async () => {
    const { user } = await open(
      `${systems}/webhooks/9`,
      get(webhook),
      answer(calls.renewSecret, () => ({ address: '/webhooks/abc', secret: null })),
    )
    await user.click(await screen.findByRole('button', { name: 'New secret' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New secret' }))
    await user.type(dialog.getByLabelText(/^Secret of the other system/), 'whsec_theirs')
    await user.click(dialog.getByRole('button', { name: 'New secret' }))
    await dialog.findByText('Secret saved')
    expect(dialog.queryByText('Copy the address now')).toBeNull()
  })

  it('without a signature asks for no secret, and says that the address is shown once', async () => {
    const unsigned: ExternalListener = {
      ...webhook,
      ...{ state: 'unset', hasAddress: false, address: null, hasSecret: false },
      settings: {
        ...{ kind: 'webhook', signature: 'none', header: '', timeHeader: '', idHeader: '' },
        ...{ windowSeconds: 300, maxBytes: 1_000_000, target },
      },
    }
    const { user } = await open(
      `${systems}/webhooks/9`,
      get(unsigned),
      answer(calls.renewSecret, () => ({ address: '/webhooks/abc', secret: null })),
    )
    await screen.findByText('Start a process, or send a message, for each request of another system.')
    await user.click(await screen.findByRole('button', { name: 'Create address' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create address' }))
    dialog.getByText(/^The server shows the address once/)
    expect(dialog.queryByText(/secret of the other/i)).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Create address' }))
    await dialog.findByText('Copy the address now')
  })

  it('says that its set-up is not finished, or that it is silent', async () => {
    await open(`${systems}/webhooks/9`, get({ ...webhook, state: 'unset', hasAddress: false, address: null }))
    await screen.findByText('No address yet.')
    screen.getByRole('button', { name: 'Create address and secret' })
  })
})

describe('the page of a watched folder', () => {
  it('shows its last look and why that failed', async () => {
    await open(`${systems}/watches/10`, get(folder))
    await screen.findByText('Expected a folder.')
    screen.getByText('server-1')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'File names' }).value).toBe('*.csv')
    expect(screen.getByRole('link', { name: 'Show deliveries' }).getAttribute('href')).toBe(
      '/integrate/deliveries?listener=Prices',
    )
    expect(await findViolations()).toEqual([])
  })

  it('says that it does not exist', async () => {
    await open(
      `${systems}/watches/11`,
      answer(calls.get, () => refuse('thing.not-found', 'None.')),
    )
    await screen.findByRole('heading', { name: 'Not found' })
  })
})

describe('the page of a mail inbox', () => {
  it('creates one with an attachment as a file', async () => {
    const mailApi: ExternalApi = { ...shop, connection: { id: '7', name: 'Mailbox', kind: 'mail' }, listeners: [] }
    const inbox: ExternalListener = {
      ...folder,
      name: 'Orders by email',
      settings: {
        ...{ kind: 'mail', folder: 'INBOX', from: '', subject: '', everySeconds: 60, end: 'move' },
        ...{ doneFolder: 'Processed', failedFolder: 'Failed', target },
      },
    }
    const { user, network } = await open(
      `${systems}/inboxes/new`,
      answer(api.externalSystems.getApi, () => mailApi),
      answer(calls.create, () => inbox),
      get(inbox),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Orders by email')
    await user.type(screen.getByRole('textbox', { name: 'Sender contains' }), '@example.org')
    await user.type(screen.getByRole('textbox', { name: 'Key of the process' }), 'order')
    await user.click(screen.getByRole('button', { name: 'Add variable' }))
    await user.type(screen.getByRole('textbox', { name: 'Variable of Variable 1' }), 'lines')
    await user.click(screen.getByRole('combobox', { name: 'Source of Variable 1' }))
    await user.click(await screen.findByRole('option', { name: 'Attachment' }))
    await user.type(screen.getByRole('textbox', { name: 'Path or name of Variable 1' }), '*.csv')
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Save listener' }))
    await screen.findByRole('heading', { name: 'Orders by email' })
    screen.getByText('Waiting emails')
    expect(network.callsTo(calls.create)).toMatchObject([
      {
        body: {
          settings: {
            ...{ kind: 'mail', folder: 'INBOX', from: '@example.org', end: 'move', doneFolder: 'Processed' },
            target: { process: 'order', variables: [{ variable: 'lines', source: 'attachment', path: '*.csv' }] },
          },
        },
      },
    ])
  })

  it('is offered by an API of a mailbox, which has no adapters', async () => {
    const mailApi: ExternalApi = { ...shop, connection: { id: '7', name: 'Mailbox', kind: 'mail' }, listeners: [] }
    await open(
      systems,
      answer(api.externalSystems.getApi, () => mailApi),
    )
    const link = await screen.findByRole('link', { name: 'New mail inbox' })
    expect(link.getAttribute('href')).toBe('/integrate/externalsystems/1/apis/8/inboxes/new')
    expect(screen.queryByRole('table', { name: 'Adapters' })).toBeNull()
    expect(screen.queryByText('No adapters yet.')).toBeNull()
  })
})

describe('deliveries', () => {
  const delivery: ExternalDelivery = {
    ...{ id: '5', at, ms: 12, kind: 'webhook', outcome: 'failed', subject: 'msg_1', fault: 'Expected a number.' },
    ...{ bytes: 120, system: 'Shop', listener: 'Orders', systemId: '1', apiId: '8', listenerId: '9' },
    ...{
      content: 'x-a: 1\n\n{}',
      instanceId: null,
      processKey: null,
      replayOf: null,
      replayedBy: null,
      canReplay: true,
    },
  }

  it('are listed', async () => {
    await open(
      'deliveries',
      answer(api.externalDeliveries.list, () => createPage([delivery])),
    )
    const row = within(await screen.findByRole('row', { name: /msg_1/ }))
    row.getByText('Failed')
    row.getByText('Webhook')
    expect(await findViolations()).toEqual([])
  })

  it('are replayed after a question', async () => {
    const { user, network } = await open(
      'deliveries/5',
      answer(api.externalDeliveries.get, () => delivery),
      answer(api.externalDeliveries.replay, () => ({
        ...delivery,
        id: '6',
        outcome: 'accepted' as const,
        fault: null,
      })),
    )
    expect((await screen.findByRole('group', { name: 'Text of the content' })).textContent).toContain('x-a: 1')
    await user.click(screen.getByRole('button', { name: 'Replay delivery' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Replay this delivery?' }))
    expect(network.callsTo(api.externalDeliveries.replay)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Replay delivery' }))
    await screen.findByText('The delivery was replayed')
    expect(network.callsTo(api.externalDeliveries.replay)).toHaveLength(1)
    expect(await findViolations()).toEqual([])
  })
})
