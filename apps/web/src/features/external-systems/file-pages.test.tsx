import {
  api,
  type ExternalAdapter,
  type ExternalApi,
  type ExternalConnection,
  type ExternalSystem,
} from '@millrace/contract'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ines } from '../../testing/things.ts'

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
const exchange = { id: '1', name: 'Exchange' }
const connection: ExternalConnection = {
  ...kept,
  id: '7',
  name: 'Files',
  system: exchange,
  settings: {
    ...{ kind: 'file', place: 'local', folder: '/srv/exchange', seconds: 10 },
    ...{ host: '', port: 22, username: '', signIn: 'password', hostKey: '' },
    ...{ baseUrl: '', bucket: '', region: '', ftpsMode: 'explicit', trust: 'authority' },
  },
  hasSecret: false,
  otherSecrets: [],
  pausedUntil: null,
  standsFor: null,
  environments: [],
  environment: '',
  tested: null,
  apis: [{ id: '8', name: 'Prices', isDisabled: false }],
}
const prices: ExternalApi = {
  ...kept,
  id: '8',
  name: 'Prices',
  system: exchange,
  connection: { id: '7', name: 'Files', kind: 'file' },
  adapters: [],
  listeners: [],
}
const adapter: ExternalAdapter = {
  ...kept,
  id: '9',
  name: 'Price list',
  key: 'priceList',
  system: exchange,
  api: { id: '8', name: 'Prices' },
  connection: { id: '7', name: 'Files' },
  environments: [],
  settings: {
    kind: 'file',
    action: 'read',
    path: 'prices.csv',
    target: '',
    ifExists: 'replace',
    pattern: '',
    isRepeatable: false,
    format: 'csv',
    encoding: 'utf-8',
    delimiter: 'semicolon',
    quote: 'double',
    heading: true,
    rows: '',
    columns: [],
    searchParameter: '',
    valueParameter: '',
    rowLimit: 200,
    cacheSeconds: 30,
  },
  parameters: [],
  uses: [],
  processes: [],
  definitions: [],
}
const api8 = { id: '8', name: 'Prices' }
const system: ExternalSystem = {
  ...kept,
  ...exchange,
  connections: [
    {
      id: '6',
      name: 'Unused',
      kind: 'file',
      environment: null,
      address: '/srv/other',
      isDisabled: false,
      tested: null,
    },
    {
      id: '7',
      name: 'Files',
      kind: 'file',
      environment: null,
      address: '/srv/exchange',
      isDisabled: false,
      tested: null,
    },
  ],
  apis: [{ ...api8, isDisabled: false, connection: { id: '7', name: 'Files', kind: 'file' } }],
  adapters: [{ id: '9', name: 'Price list', kind: 'file', key: 'priceList', api: api8, isDisabled: false }],
}
const calls = api.externalSystems
const address = '/integrate/externalsystems/1'
const quiet = answer(api.externalCalls.health, () => ({
  ...{ calls: 0, failures: 0, medianMs: null, lastAt: null, hours: [] },
}))
const open = (path: string, ...answers: Answer[]) =>
  renderApp(`${address}${path}`, { roles: ['RoleIntegration'], answers: [quiet, ...answers] })
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

it('file connections and adapters stand below an API, also a connection that none uses yet', async () => {
  await open(
    '',
    answer(calls.get, () => system),
  )
  const table = within(await screen.findByRole('table', { name: 'Connections' }))
  const connections = ['Unused', 'Files'].map((name) => table.getByRole('link', { name }).getAttribute('href'))
  expect(connections).toEqual([`${address}/apis/new/file/6`, `${address}/apis/8/file/7`])
  expect(hrefOf('Price list')).toBe(`${address}/apis/8/fileadapters/9`)
  expect(hrefOf('New file connection')).toBe(`${address}/apis/new/file/new`)
})

it('an API that is reached by a folder gets file adapters', async () => {
  await open(
    '/apis/8',
    answer(calls.get, () => system),
    answer(calls.getApi, () => prices),
  )
  const link = await screen.findByRole('link', { name: 'New file adapter' })
  expect(link.getAttribute('href')).toContain(`${address}/apis/8/fileadapters/new`)
})

describe('a file connection', () => {
  it('is created with its folder', async () => {
    const { user, network } = await open(
      '/apis/new/file/new',
      answer(calls.createConnection, () => connection),
      answer(calls.getConnection, () => connection),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Files')
    const save = screen.getByRole('button', { name: 'Save connection' })
    expect(save).toHaveProperty('disabled', true)
    await user.type(screen.getByRole('textbox', { name: 'Folder' }), '/srv/exchange')
    expect(await findViolations()).toEqual([])
    await user.click(save)
    await screen.findByText('Saved')
    expect(network.callsTo(calls.createConnection).map(({ body }) => body)).toEqual([
      { name: 'Files', description: '', settings: connection.settings, secret: '', secrets: {} },
    ])
  })

  it('leads to another machine by SFTP, with a private key of several lines', async () => {
    const { user, network } = await open(
      '/apis/new/file/new',
      answer(calls.createConnection, () => connection),
      answer(calls.getConnection, () => connection),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Files')
    await user.type(screen.getByRole('textbox', { name: 'Folder' }), '/in')
    await user.click(screen.getByRole('combobox', { name: 'Location' }))
    await user.click(await screen.findByRole('option', { name: 'SFTP' }))
    const save = screen.getByRole('button', { name: 'Save connection' })
    expect(save).toHaveProperty('disabled', true)
    await user.type(screen.getByRole('textbox', { name: 'Host' }), 'files.example.org')
    await user.type(screen.getByRole('textbox', { name: 'User name' }), 'reader')
    screen.getByLabelText(/^Password/)
    await user.click(screen.getByRole('combobox', { name: 'Sign-in' }))
    await user.click(await screen.findByRole('option', { name: 'Private key' }))
    expect(save).toHaveProperty('disabled', true)
    await user.type(screen.getByRole('textbox', { name: 'Private key' }), 'one{Enter}two')
    expect(await findViolations()).toEqual([])
    await user.click(save)
    await screen.findByText('Saved')
    expect(network.callsTo(calls.createConnection)[0]?.body).toMatchObject({
      settings: { place: 'sftp', host: 'files.example.org', port: 22, username: 'reader', signIn: 'key', hostKey: '' },
      secret: 'one\ntwo',
    })
  })

  it('leads to an S3 bucket, with an access key', async () => {
    const { user, network } = await open(
      '/apis/new/file/new',
      answer(calls.createConnection, () => connection),
      answer(calls.getConnection, () => connection),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Bucket')
    await user.click(screen.getByRole('combobox', { name: 'Location' }))
    await user.click(await screen.findByRole('option', { name: 'S3' }))
    await user.type(screen.getByRole('textbox', { name: 'Base URL' }), 'https://s3.example.org')
    await user.type(screen.getByRole('textbox', { name: 'Folder' }), '/')
    await user.type(screen.getByRole('textbox', { name: 'Access key ID' }), 'AKIA')
    await user.type(screen.getByLabelText(/^Secret access key/), 'hush-hush-9')
    const save = screen.getByRole('button', { name: 'Save connection' })
    expect(save).toHaveProperty('disabled', true)
    await user.type(screen.getByRole('textbox', { name: 'Bucket' }), 'prices')
    expect(screen.queryByRole('textbox', { name: 'Fingerprint of the certificate' })).toBeNull()
    await user.click(screen.getByRole('combobox', { name: 'Certificate' }))
    await user.click(await screen.findByRole('option', { name: 'Pinned at the first test' }))
    screen.getByRole('textbox', { name: 'Fingerprint of the certificate' })
    expect(await findViolations()).toEqual([])
    await user.click(save)
    await screen.findByText('Saved')
    expect(network.callsTo(calls.createConnection)[0]?.body).toMatchObject({
      settings: { place: 's3', baseUrl: 'https://s3.example.org', bucket: 'prices', username: 'AKIA', trust: 'pinned' },
      secret: 'hush-hush-9',
    })
  })

  it('is tested, and says why it does not work', async () => {
    const fault = 'Expected a folder that the server may read, but /srv/exchange is none.'
    const { user } = await open(
      '/apis/8/file/7',
      answer(calls.getConnection, () => connection),
      answer(calls.testConnection, () => ({ at, ms: 1, fault })),
    )
    await user.click(await screen.findByRole('button', { name: 'Test connection' }))
    await screen.findByText('The connection does not work')
    screen.getByText(new RegExp(fault))
    expect(await findViolations()).toEqual([])
  })
})

describe('a file adapter', () => {
  it('is created for the API in its address, with how the file is written', async () => {
    const { user, network } = await open(
      '/apis/8/fileadapters/new',
      answer(calls.getApi, () => prices),
      answer(calls.createAdapter, () => adapter),
      answer(calls.getAdapter, () => adapter),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Price list')
    await user.type(screen.getByRole('textbox', { name: 'Path of the file' }), 'prices.csv')
    await user.click(screen.getByRole('combobox', { name: 'Delimiter' }))
    await user.click(await screen.findByRole('option', { name: 'Semicolon' }))
    expect(screen.queryByRole('textbox', { name: 'Parameter for the search text' })).toBeNull()
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Save adapter' }))
    await screen.findByText('Saved')
    expect(network.callsTo(calls.createAdapter)[0]).toMatchObject({
      body: { key: 'priceList', settings: adapter.settings },
    })
    await user.click(await screen.findByRole('combobox', { name: 'Format' }))
    await user.click(await screen.findByRole('option', { name: 'JSON' }))
    screen.getByRole('textbox', { name: 'Path of the rows' })
    expect(screen.queryByRole('combobox', { name: 'Delimiter' })).toBeNull()
  })

  it('shows its rows, and takes a column of them', async () => {
    const { user, network } = await open(
      '/apis/8/fileadapters/9',
      answer(calls.getAdapter, () => adapter),
      answer(calls.tryAdapter, () => ({
        ms: 4,
        columns: ['unit price'],
        rows: [['12']],
        count: 1,
        members: [{ path: 'unit price', sample: '12' }],
        fault: null,
      })),
      answer(calls.saveAdapter, () => ({ ...adapter, revision: 4 })),
    )
    await user.click(await screen.findByRole('button', { name: 'Run' }))
    await screen.findByText('1 row in 4 ms')
    within(screen.getByRole('table', { name: 'Response' })).getByText('12')
    await user.click(screen.getByRole('button', { name: 'Add as column: unit price' }))
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Save adapter' }))
    await screen.findByText('Saved')
    expect(network.callsTo(calls.saveAdapter)[0]?.body).toMatchObject({
      settings: { columns: [{ key: 'unitprice', path: 'unit price' }] },
    })
  })
})
