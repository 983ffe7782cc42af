import {
  api,
  type ExternalAdapter,
  type ExternalApi,
  type ExternalConnection,
  type ExternalSystem,
} from '@millrace/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, ines } from '../../testing/things.ts'

const at = '2026-11-19T08:00:00.000Z'
const kept = {
  description: '',
  revision: 3,
  disabled: null,
  createdAt: at,
  createdBy: ines,
  updatedAt: at,
  updatedBy: ines,
}
const place = { id: '1', name: 'Places' }
const connection: ExternalConnection = {
  ...kept,
  id: '7',
  name: 'Test',
  system: place,
  settings: {
    kind: 'rest',
    baseUrl: 'https://api.example.org',
    signIn: 'bearer',
    ...{ username: '', header: '', seconds: 10 },
    ...{ tokenUrl: '', clientId: '', scope: '', grant: 'client', clientAuth: 'header' },
    ...{ retries: 0, callsPerMinute: 0, breakAfter: 0, breakSeconds: 60 },
    ...{ proxy: '', proxyUsername: '', certificate: '', authorities: '' },
  },
  hasSecret: true,
  otherSecrets: [],
  pausedUntil: null,
  standsFor: null,
  environments: [],
  environment: '',
  tested: null,
  apis: [{ id: '8', name: 'Cities', isDisabled: false }],
}
const system: ExternalSystem = {
  ...kept,
  ...place,
  connections: [
    {
      id: '7',
      name: 'Test',
      kind: 'rest',
      environment: null,
      address: 'https://api.example.org',
      isDisabled: false,
      tested: { at, ms: 12, fault: null },
    },
  ],
  apis: [{ id: '8', name: 'Cities', isDisabled: false, connection: { id: '7', name: 'Test', kind: 'rest' } }],
  adapters: [],
}
const cities: ExternalApi = {
  ...kept,
  id: '8',
  name: 'Cities',
  system: place,
  connection: { id: '7', name: 'Test', kind: 'rest' },
  adapters: [],
  listeners: [],
}
const adapter: ExternalAdapter = {
  ...kept,
  id: '9',
  name: 'By name',
  key: 'byName',
  system: place,
  api: { id: '8', name: 'Cities' },
  connection: { id: '7', name: 'Test' },
  environments: [],
  settings: {
    kind: 'rest',
    method: 'GET',
    path: '/cities',
    query: [{ name: 'q', value: '{q}' }],
    headers: [],
    bodyKind: 'json',
    body: '',
    fields: [],
    isRepeatable: false,
    rows: 'items',
    columns: [{ key: 'code', path: 'code' }],
    types: [],
    searchParameter: 'q',
    valueParameter: '',
    rowLimit: 200,
    cacheSeconds: 30,
  },
  parameters: [{ name: 'q', type: 'text', isRequired: false }],
  uses: [{ applicationId: '5', formId: '6', name: 'Order' }],
  processes: [{ applicationId: '5', processId: '7', name: 'Delivery' }],
  definitions: [{ definitionId: 'd1', name: 'Return' }],
}
const calls = api.externalSystems
const address = '/integrate/externalsystems'
const quiet = answer(api.externalCalls.health, () => ({
  ...{ calls: 0, failures: 0, medianMs: null, lastAt: null, hours: [] },
}))
const open = (path: string, ...answers: Answer[]) =>
  renderApp(`${address}${path}`, { roles: ['RoleIntegration'], answers: [quiet, ...answers] })

describe('the external systems', () => {
  it('stand with how much each has, and report a failure', async () => {
    const row = {
      ...{ id: '1', name: 'Places', description: '', connections: 2, apis: 1, adapters: 4 },
      ...{ isDisabled: false, updatedAt: at, updatedBy: ines },
    }
    await open(
      '',
      answer(calls.list, () => createPage([row])),
      answer(calls.listCount, () => ({ total: 1, isCapped: false, isPartial: false })),
    )
    const table = within(await screen.findByRole('table'))
    expect(table.getByRole('link', { name: 'Places' }).getAttribute('href')).toBe(`${address}/1`)
    table.getByText('4')
    expect(await findViolations()).toEqual([])
  })

  it('are created, and keep what was typed when the name is taken', async () => {
    const message = 'An external system has this name already'
    const { user } = await open(
      '/new',
      answer(calls.create, () => refuse('thing.name-taken', message, [{ where: 'name', message }])),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Places')
    await user.click(screen.getByRole('button', { name: 'Save external system' }))
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Places')
  })

  it('show their connections, APIs and adapters, and say what keeps one from being disabled', async () => {
    const { user } = await open(
      '/1',
      answer(calls.get, () => system),
      answer(calls.disable, () => refuse('external.in-use', 'Expected nothing in use, but there is “Test”.')),
    )
    const table = within(await screen.findByRole('table', { name: 'Connections' }))
    expect(table.getByRole('link', { name: 'Test' }).getAttribute('href')).toBe(`${address}/1/rest/7`)
    table.getByText('Connected')
    expect(screen.getByRole('link', { name: 'New API' }).getAttribute('href')).toBe(`${address}/1/apis/new`)
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Disable' }))
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Sold')
    await user.click(screen.getByRole('button', { name: 'Disable external system' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Other items still use this item')
  })

  it('that no longer exist say so', async () => {
    await open(
      '/1',
      answer(calls.get, () => refuse('thing.not-found', 'Gone.')),
    )
    await screen.findByText('Not found')
  })
})

describe('a connection', () => {
  it('is created with its secret', async () => {
    const { user, network } = await open(
      '/1/rest/new',
      answer(calls.createConnection, () => connection),
      answer(calls.getConnection, () => connection),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Test')
    await user.type(screen.getByRole('textbox', { name: 'Base URL' }), 'https://api.example.org')
    const save = screen.getByRole('button', { name: 'Save connection' })
    await user.click(screen.getByRole('combobox', { name: 'Sign-in' }))
    await user.click(await screen.findByRole('option', { name: 'Token (bearer)' }))
    expect(save).toHaveProperty('disabled', true)
    await user.type(screen.getByLabelText(/^Token/), 'hush')
    expect(await findViolations()).toEqual([])
    await user.click(save)
    await screen.findByText('Saved')
    expect(network.callsTo(calls.createConnection).map(({ body }) => body)).toEqual([
      {
        name: 'Test',
        description: '',
        settings: { ...connection.settings },
        secret: 'hush',
        secrets: {},
      },
    ])
  })

  it('gets tokens by OAuth 2, with limits, a proxy and a certificate', async () => {
    const { user, network } = await open(
      '/1/rest/new',
      answer(calls.createConnection, () => connection),
      answer(calls.getConnection, () => connection),
    )
    const type = async (name: string | RegExp, text: string) => {
      const field = await screen.findByLabelText(name)
      await user.clear(field)
      await user.type(field, text)
    }
    await type(/^Name/, 'Test')
    await type(/^Base URL/, 'https://api.example.org')
    await user.click(screen.getByRole('combobox', { name: 'Sign-in' }))
    await user.click(await screen.findByRole('option', { name: 'OAuth 2' }))
    await type(/^Client ID/, 'millrace')
    await type(/^Client secret/, 'hush')
    const save = screen.getByRole('button', { name: 'Save connection' })
    expect(save).toHaveProperty('disabled', true)
    await type(/^Token URL/, 'https://sign-in.example.org/token')
    await user.click(screen.getByRole('combobox', { name: 'Grant type' }))
    await user.click(await screen.findByRole('option', { name: 'Refresh token' }))
    await type(/^Refresh token/, 'fresh')
    await type(/^Maximum calls/, '60')
    await type(/^Failures before/, '5')
    await type(/^Length of the pause/, '90')
    await type(/^HTTP proxy/, 'http://proxy.example.org:3128')
    await type(/^Client certificate/, '-----BEGIN CERTIFICATE-----')
    await type(/^Private key of the certificate/, 'key')
    expect(await findViolations()).toEqual([])
    await user.click(save)
    await screen.findByText('Saved')
    expect(network.callsTo(calls.createConnection)[0]?.body).toMatchObject({
      settings: {
        ...{ signIn: 'oauth', clientId: 'millrace', tokenUrl: 'https://sign-in.example.org/token', grant: 'refresh' },
        ...{ callsPerMinute: 60, breakAfter: 5, breakSeconds: 90, proxy: 'http://proxy.example.org:3128' },
      },
      secret: 'hush',
      secrets: { refreshToken: 'fresh', clientKey: 'key' },
    })
  })

  it('shows how its calls went', async () => {
    const hours = [
      { from: at, calls: 9, failures: 0 },
      { from: '2026-11-19T09:00:00.000Z', calls: 3, failures: 2 },
    ]
    await open(
      '/1/rest/7',
      answer(calls.getConnection, () => connection),
      answer(api.externalCalls.health, () => ({ calls: 12, failures: 2, medianMs: 1234, lastAt: at, hours })),
    )
    await screen.findByText('1,234 ms')
    screen.getByText(/: 3 calls, 2 not successful/)
    const link = screen.getByRole('link', { name: 'Show calls' })
    expect(link.getAttribute('href')).toBe('/integrate/calls?connection=Test')
    expect(await findViolations()).toEqual([])
  })

  it('says that calls are paused', async () => {
    await open(
      '/1/rest/7',
      answer(calls.getConnection, () => ({ ...connection, pausedUntil: at })),
    )
    await screen.findByText('Calls are paused')
  })

  it('is tested as it is saved, and says what went wrong and how long it took', async () => {
    const { user, network } = await open(
      '/1/rest/7',
      answer(calls.getConnection, () => connection),
      answer(calls.testConnection, () => ({ at, ms: 1234, fault: 'Expected api.example.org to answer.' })),
      answer(calls.saveConnection, () => ({ ...connection, description: 'Theirs.', revision: 4 })),
    )
    await user.click(await screen.findByRole('button', { name: 'Test connection' }))
    await screen.findByText('The connection does not work')
    screen.getByText(/Expected api\.example\.org to answer\..*1,234 ms/)
    screen.getByText('Failed')
    expect(await findViolations()).toEqual([])
    await user.type(screen.getByRole('textbox', { name: 'Description' }), 'Theirs.')
    expect(screen.getByRole('button', { name: 'Test connection' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Save connection' }))
    await screen.findByText('Saved')
    // The secret that is there stays.
    expect(network.callsTo(calls.saveConnection)[0]?.body).toMatchObject({ secret: null, revision: 3 })
  })

  it('to a database has its own fields', async () => {
    const { user } = await open('/1/database/new')
    for (const name of ['Host', 'Database', 'User name'])
      await user.type(await screen.findByRole('textbox', { name }), 'x')
    await user.click(screen.getByRole('combobox', { name: 'Encryption' }))
    await user.click(await screen.findByRole('option', { name: 'None' }))
    screen.getByText('Without encryption, others can read the password and the data on the network.')
    expect(await findViolations()).toEqual([])
  })
})

describe('an API', () => {
  it('is created with a connection of its system', async () => {
    const { user, network } = await open(
      '/1/apis/new',
      answer(calls.get, () => system),
      answer(calls.createApi, () => cities),
      answer(calls.getApi, () => cities),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Cities')
    await user.click(screen.getByRole('button', { name: 'Save API' }))
    await screen.findByText('Saved')
    expect(network.callsTo(calls.createApi)[0]?.body).toEqual({ name: 'Cities', description: '', connectionId: '7' })
    const link = await screen.findByRole('link', { name: 'New REST adapter' })
    expect(link.getAttribute('href')).toBe(`${address}/1/restadapters/new?api=8`)
  })
})

describe('an adapter', () => {
  it('is created with its request, by the keyboard', async () => {
    const { user, network } = await open(
      '/1/restadapters/new?api=8',
      answer(calls.getApi, () => cities),
      answer(calls.createAdapter, () => adapter),
      answer(calls.getAdapter, () => adapter),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'By name')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Key' }).value).toBe('byName')
    await user.type(screen.getByRole('textbox', { name: 'Path' }), '/cities')
    screen.getByRole('button', { name: 'Add query parameter' }).focus()
    await user.keyboard('{Enter}')
    await user.type(screen.getByRole('textbox', { name: 'Name of query parameter 1' }), 'q')
    await user.type(screen.getByRole('textbox', { name: 'Value of query parameter 1' }), '{{q}')
    await user.type(screen.getByRole('textbox', { name: 'Name of column 1' }), 'code')
    await user.type(screen.getByRole('textbox', { name: 'Value of column 1' }), 'code')
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Save adapter' }))
    await screen.findByText('Saved')
    expect(network.callsTo(calls.createAdapter)[0]?.body).toMatchObject({
      key: 'byName',
      settings: { path: '/cities', query: [{ name: 'q', value: '{q}' }], columns: [{ key: 'code', path: 'code' }] },
    })
  })

  it('by SQL reads pages by a key, and its breadcrumb has the names of its system', async () => {
    const database: ExternalApi = { ...cities, connection: { id: '7', name: 'Test', kind: 'database' } }
    const { user, network } = await open(
      '/1/sqladapters/new?api=8',
      answer(calls.get, () => system),
      answer(calls.getApi, () => database),
      answer(calls.createAdapter, () => adapter),
      answer(calls.getAdapter, () => adapter),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'By name')
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect((await trail.findByRole('link', { name: 'Places' })).getAttribute('href')).toBe(`${address}/1`)
    await user.type(screen.getByLabelText(/^Statement in SQL/), 'select id from town')
    await user.click(screen.getByRole('combobox', { name: 'Paging' }))
    await user.click(await screen.findByRole('option', { name: 'After the key of the last row' }))
    await user.type(screen.getByRole('textbox', { name: 'Sort column' }), 'id')
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Save adapter' }))
    await screen.findByText('Saved')
    expect(network.callsTo(calls.createAdapter)[0]?.body).toMatchObject({
      settings: { statement: 'select id from town', paging: { kind: 'keyset', column: 'id', keyType: 'integer' } },
    })
  })

  it('by SQL loses its search parameters when it becomes a change, which has no fields for them', async () => {
    const settings: ExternalAdapter['settings'] = {
      ...{ kind: 'sql', action: 'select', isRepeatable: false, statement: 'select :q', types: [] },
      ...{ searchParameter: 'q', valueParameter: 'q', rowLimit: 200, cacheSeconds: 30 },
      paging: { kind: 'keyset', column: 'id', keyType: 'integer' },
    }
    const { user, network } = await open(
      '/1/sqladapters/9',
      answer(calls.getAdapter, () => ({ ...adapter, settings })),
      answer(calls.saveAdapter, () => ({ ...adapter, revision: 4 })),
    )
    await user.click(await screen.findByRole('combobox', { name: 'Action' }))
    await user.click(await screen.findByRole('option', { name: 'Change data' }))
    await user.click(screen.getByRole('button', { name: 'Save adapter' }))
    await screen.findByText('Saved')
    expect(network.callsTo(calls.saveAdapter)[0]?.body).toMatchObject({
      settings: { action: 'change', searchParameter: '', valueParameter: '', paging: null },
    })
  })

  it('by SQL that changes data loses search parameters of an import, which could not be seen', async () => {
    const settings: ExternalAdapter['settings'] = {
      ...{ kind: 'sql', action: 'change', isRepeatable: false, statement: 'delete from town', types: [] },
      ...{ searchParameter: 'q', valueParameter: 'q', rowLimit: 200, cacheSeconds: 30 },
    }
    const { user, network } = await open(
      '/1/sqladapters/9',
      answer(calls.getAdapter, () => ({ ...adapter, settings })),
      answer(calls.saveAdapter, () => ({ ...adapter, revision: 4 })),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!')
    await user.click(screen.getByRole('button', { name: 'Save adapter' }))
    await screen.findByText('Saved')
    expect(network.callsTo(calls.saveAdapter)[0]?.body).toMatchObject({
      settings: { searchParameter: '', valueParameter: '', paging: null },
    })
  })

  it('by SQL that changes data has no search and no cache, and says that a test carries out the change', async () => {
    const settings: ExternalAdapter['settings'] = {
      ...{ kind: 'sql', action: 'change', isRepeatable: false, statement: 'delete from town', types: [] },
      ...{ searchParameter: '', valueParameter: '', rowLimit: 200, cacheSeconds: 30 },
    }
    const { user } = await open(
      '/1/sqladapters/9',
      answer(calls.getAdapter, () => ({ ...adapter, settings })),
    )
    await screen.findByText('Runs the saved adapter. Changes in the other system are carried out.')
    screen.getByRole('textbox', { name: 'Maximum number of rows' })
    const fields = ['Parameter for the search text', 'Parameter for the selected value', 'Cache time (seconds)']
    for (const name of fields) expect(screen.queryByRole('textbox', { name })).toBeNull()
    await user.click(screen.getByRole('combobox', { name: 'Action' }))
    await user.click(await screen.findByRole('option', { name: 'Select rows' }))
    for (const name of fields) screen.getByRole('textbox', { name })
  })

  it('shows a parameter that takes a file as a file, which is not chosen', async () => {
    const parameters: ExternalAdapter['parameters'] = [{ name: 'document', type: 'file', isRequired: false }]
    await open(
      '/1/restadapters/9',
      answer(calls.getAdapter, () => ({ ...adapter, parameters })),
    )
    const [type] = await screen.findAllByLabelText<HTMLInputElement>('document')
    expect([type?.value, type?.disabled]).toEqual(['File (Base64)', true])
  })

  it('lists the forms and processes that use it, also those that were deployed without an application', async () => {
    await open(
      '/1/restadapters/9',
      answer(calls.getAdapter, () => adapter),
    )
    const uses = within(await screen.findByRole('region', { name: 'Used by' })).getAllByRole('listitem')
    expect(uses.map(({ textContent }) => textContent)).toEqual([
      'Process Delivery',
      'Deployed process Return',
      'Form Order',
    ])
    cleanup()
    await renderApp(`${address}/1/restadapters/9`, {
      roles: ['RoleIntegration', 'RoleProcessAdmin'],
      answers: [quiet, answer(calls.getAdapter, () => adapter)],
    })
    const link = await screen.findByRole('link', { name: 'Return' })
    expect(link.getAttribute('href')).toBe('/processengine/processdefinitions/d1')
  })

  it('is tried, with what it has answered or what went wrong', async () => {
    let fault: string | null = null
    const { user, network } = await open(
      '/1/restadapters/9',
      answer(calls.getAdapter, () => adapter),
      answer(calls.tryAdapter, () => ({
        ms: 40,
        columns: fault === null ? ['code'] : [],
        rows: fault === null ? [['LIS']] : [],
        count: fault === null ? 25 : 0,
        members:
          fault === null
            ? [
                { path: 'code', sample: 'LIS' },
                { path: 'names.0.code', sample: 'Lisboa' },
              ]
            : [],
        fault,
      })),
      answer(calls.saveAdapter, () => ({ ...adapter, revision: 4 })),
    )
    await user.type(await screen.findByRole('textbox', { name: 'q' }), 'lis')
    await user.click(screen.getByRole('button', { name: 'Run' }))
    await screen.findByText('25 rows in 40 ms')
    within(screen.getByRole('table', { name: 'Response' })).getByText('LIS')
    // What else stands in a row becomes a column by a key, called as nothing else is.
    const members = within(screen.getByRole('table', { name: 'Fields of the first row' }))
    members.getByText('Is a column')
    members.getByRole('button', { name: 'Add as column: names.0.code' }).focus()
    await user.keyboard('{Enter}')
    expect(members.getAllByText('Is a column')).toHaveLength(2)
    const keys = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /of column/ }).map(({ value }) => value)
    expect(keys()).toEqual(['code', 'code', 'code2', 'names.0.code'])
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Save adapter' }))
    await screen.findByText('Saved')
    screen.getByText('Only the first 1 rows are shown.')
    expect(network.callsTo(calls.tryAdapter)[0]?.body).toEqual({ parameters: { q: 'lis' } })
    screen.getByText('Form Order')
    screen.getByText(/^Process/)
    expect(await findViolations()).toEqual([])
    fault = 'Expected JSON as the answer, but it is something else.'
    await user.click(screen.getByRole('button', { name: 'Run' }))
    await waitFor(() => screen.getByText('No valid response'))
    screen.getByText(fault)
  })
})
