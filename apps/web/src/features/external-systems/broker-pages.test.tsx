import {
  api,
  type ExternalAdapter,
  type ExternalApi,
  type ExternalConnection,
  type ExternalListener,
} from '@millrace/contract'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ines } from '../../testing/things.ts'

const at = '2026-11-19T08:00:00.000Z'
const kept = {
  ...{ description: '', revision: 3, disabled: null },
  ...{ createdAt: at, createdBy: ines, updatedAt: at, updatedBy: ines },
}
const shop = { id: '1', name: 'Shop' }
const connection: ExternalConnection = {
  ...kept,
  ...{ id: '7', name: 'Broker', system: shop, hasSecret: true, otherSecrets: [], pausedUntil: null, standsFor: null },
  ...{ environments: [], environment: '', tested: null, apis: [] },
  settings: {
    ...{ kind: 'amqp', host: 'mq.example.org', port: 5672, tls: 'off', trust: 'authority', hostKey: '' },
    ...{ virtualHost: '/', username: 'orders', seconds: 10 },
  },
}
const orders: ExternalApi = {
  ...kept,
  ...{ id: '8', name: 'Orders', system: shop, connection: { id: '7', name: 'Broker', kind: 'amqp' } },
  ...{ adapters: [], listeners: [] },
}
const adapter: ExternalAdapter = {
  ...kept,
  ...{ id: '9', name: 'Order sent', key: 'orderSent', system: shop, api: { id: '8', name: 'Orders' } },
  ...{
    connection: { id: '7', name: 'Broker' },
    environments: [],
    parameters: [],
    uses: [],
    processes: [],
    definitions: [],
  },
  settings: {
    ...{ kind: 'amqp', exchange: 'sales', routingKey: 'order.{country}', headers: [], bodyKind: 'json', body: '{}' },
    ...{ fields: [], isRepeatable: false, types: [], searchParameter: '', valueParameter: '', rowLimit: 200 },
    cacheSeconds: 30,
  },
}
const target: ExternalListener['settings']['target'] = {
  ...{ action: 'start', process: 'order', message: '', businessKey: null, correlation: [], variables: [] },
}
const queue: ExternalListener = {
  ...kept,
  ...{ id: '10', name: 'New orders', system: shop, api: { id: '8', name: 'Orders' } },
  connection: { id: '7', name: 'Broker' },
  settings: { kind: 'queue', queue: 'orders', everySeconds: 5, failedQueue: '', target },
  ...{ state: 'listening', lookedAt: at, acceptedAt: at, fault: null, hasAddress: false, address: null },
  ...{ hasSecret: false, oldUntil: null, holder: 'server-1', failingSince: null, waiting: 4, waitingSince: null },
  usualSeconds: 60,
}
const { externalSystems: calls, externalListeners: listeners } = api
const systems = '/integrate/externalsystems/1'
const open = (path: string, ...answers: Answer[]) => renderApp(path, { roles: ['RoleIntegration'], answers })
const ofApi = answer(calls.getApi, () => orders)

describe('the page of an AMQP connection', () => {
  it('creates one, with the usual port for its encryption', async () => {
    const { user, network } = await open(
      `${systems}/amqp/new`,
      answer(calls.createConnection, () => connection),
      answer(calls.getConnection, () => connection),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Broker')
    await user.type(screen.getByRole('textbox', { name: 'Host' }), 'mq.example.org')
    await user.click(screen.getByRole('combobox', { name: 'Encryption' }))
    await user.click(await screen.findByRole('option', { name: 'None' }))
    screen.getByText('Without encryption, others can read the password and the data on the network.')
    expect(screen.queryByRole('combobox', { name: 'Certificate' })).toBeNull()
    await user.type(screen.getByRole('textbox', { name: 'User name' }), 'orders')
    const save = screen.getByRole('button', { name: 'Save connection' })
    expect(save.hasAttribute('disabled')).toBe(true)
    await user.type(screen.getByLabelText(/^Password/), 'hush')
    expect(await findViolations()).toEqual([])
    await user.click(save)
    await screen.findByRole('heading', { name: 'Broker' })
    expect(network.callsTo(calls.createConnection)).toMatchObject([
      { body: { secret: 'hush', settings: { kind: 'amqp', host: 'mq.example.org', port: 5672, tls: 'off' } } },
    ])
  })
})

describe('the page of an AMQP adapter', () => {
  it('creates one from the page of its API, without settings for rows of forms', async () => {
    const { user, network } = await open(
      `${systems}/apis/8`,
      ofApi,
      answer(calls.createAdapter, () => adapter),
      answer(calls.getAdapter, () => adapter),
    )
    await user.click(await screen.findByRole('link', { name: 'New AMQP adapter' }))
    // The page of the API has a name, too.
    await screen.findByRole('heading', { name: 'New AMQP adapter' })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Order sent')
    const save = screen.getByRole('button', { name: 'Save adapter' })
    expect(save.hasAttribute('disabled')).toBe(true)
    await user.type(screen.getByRole('textbox', { name: 'Exchange' }), 'sales')
    await user.type(screen.getByRole('textbox', { name: 'Routing key' }), 'order.{{country}')
    expect(screen.queryByRole('textbox', { name: 'Maximum number of rows' })).toBeNull()
    await user.click(screen.getByRole('combobox', { name: 'Type of the body' }))
    expect(screen.queryByRole('option', { name: 'Form with files (multipart)' })).toBeNull()
    await user.click(await screen.findByRole('option', { name: 'XML' }))
    expect(await findViolations()).toEqual([])
    await user.click(save)
    await screen.findByRole('heading', { name: 'Order sent' })
    screen.getByText('Sends a message with these values to the broker.')
    expect(network.callsTo(calls.createAdapter)).toMatchObject([
      { body: { settings: { kind: 'amqp', exchange: 'sales', routingKey: 'order.{country}', bodyKind: 'xml' } } },
    ])
  })
})

describe('the page of a queue', () => {
  it('creates one with a value from the routing key, and shows its state', async () => {
    const { user, network } = await open(
      `${systems}/apis/8`,
      ofApi,
      answer(listeners.create, () => queue),
      answer(listeners.get, () => queue),
    )
    await user.click(await screen.findByRole('link', { name: 'New queue' }))
    // The page of the API has a name, too.
    await screen.findByRole('heading', { name: 'New queue' })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'New orders')
    await user.type(screen.getByRole('textbox', { name: 'Key of the process' }), 'order')
    expect(screen.getByRole('button', { name: 'Save listener' }).hasAttribute('disabled')).toBe(true)
    await user.type(screen.getByRole('textbox', { name: 'Name of the queue' }), 'orders')
    await user.click(screen.getByRole('button', { name: 'Add variable' }))
    await user.type(screen.getByRole('textbox', { name: 'Variable of Variable 1' }), 'route')
    await user.click(screen.getByRole('combobox', { name: 'Source of Variable 1' }))
    expect(screen.queryByRole('option', { name: 'Attachment' })).toBeNull()
    await user.click(await screen.findByRole('option', { name: 'Routing key' }))
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Save listener' }))
    await screen.findByRole('heading', { name: 'New orders' })
    screen.getByText('Waiting messages')
    screen.getByText('server-1')
    expect(network.callsTo(listeners.create)).toMatchObject([
      {
        body: {
          settings: {
            ...{ kind: 'queue', queue: 'orders', everySeconds: 5, failedQueue: '' },
            target: { process: 'order', variables: [{ variable: 'route', source: 'routingKey' }] },
          },
        },
      },
    ])
  })
})

describe('the pages of Kafka', () => {
  const cluster: ExternalConnection = {
    ...connection,
    settings: {
      ...{ kind: 'kafka', servers: 'k1.example.org:9092', tls: 'on', trust: 'authority', hostKey: '' },
      ...{ signIn: 'scram-sha-512', username: 'orders', seconds: 10 },
    },
  }
  const ofCluster: ExternalApi = { ...orders, connection: { id: '7', name: 'Broker', kind: 'kafka' } }

  it('create a connection, without a password where nobody signs in', async () => {
    const { user, network } = await open(
      `${systems}/kafka/new`,
      answer(calls.createConnection, () => cluster),
      answer(calls.getConnection, () => cluster),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Broker')
    await user.type(screen.getByRole('textbox', { name: 'Servers' }), 'k1.example.org:9092')
    const save = screen.getByRole('button', { name: 'Save connection' })
    expect(save.hasAttribute('disabled')).toBe(true)
    screen.getByRole('textbox', { name: 'User name' })
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('combobox', { name: 'Sign-in' }))
    await user.click(await screen.findByRole('option', { name: 'None' }))
    expect(screen.queryByRole('textbox', { name: 'User name' })).toBeNull()
    await user.click(save)
    await screen.findByRole('heading', { name: 'Broker' })
    expect(network.callsTo(calls.createConnection)).toMatchObject([
      { body: { settings: { kind: 'kafka', servers: 'k1.example.org:9092', tls: 'on', signIn: 'none' } } },
    ])
  })

  it('create an adapter with a topic and a key', async () => {
    const { user, network } = await open(
      `${systems}/apis/8`,
      answer(calls.getApi, () => ofCluster),
      answer(calls.createAdapter, () => adapter),
      answer(calls.getAdapter, () => adapter),
    )
    await user.click(await screen.findByRole('link', { name: 'New Kafka adapter' }))
    await screen.findByRole('heading', { name: 'New Kafka adapter' })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Order sent')
    const save = screen.getByRole('button', { name: 'Save adapter' })
    await user.type(screen.getByRole('textbox', { name: 'Key of the message' }), '{{customer}')
    expect(save.hasAttribute('disabled')).toBe(true)
    await user.type(screen.getByRole('textbox', { name: 'Topic' }), 'orders')
    expect(screen.queryByRole('textbox', { name: 'Maximum number of rows' })).toBeNull()
    expect(await findViolations()).toEqual([])
    await user.click(save)
    await screen.findByRole('heading', { name: 'Order sent' })
    expect(network.callsTo(calls.createAdapter)).toMatchObject([
      { body: { settings: { kind: 'kafka', topic: 'orders', key: '{customer}' } } },
    ])
  })

  it('create a topic with a value from the key, and show its state', async () => {
    const topic: ExternalListener = {
      ...queue,
      settings: { kind: 'topic', topic: 'orders', start: 'all', shares: 2, everySeconds: 5, failedTopic: '', target },
    }
    const { user, network } = await open(
      `${systems}/apis/8`,
      answer(calls.getApi, () => ofCluster),
      answer(listeners.create, () => topic),
      answer(listeners.get, () => topic),
    )
    await user.click(await screen.findByRole('link', { name: 'New topic' }))
    await screen.findByRole('heading', { name: 'New topic' })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'New orders')
    await user.type(screen.getByRole('textbox', { name: 'Key of the process' }), 'order')
    expect(screen.getByRole('button', { name: 'Save listener' }).hasAttribute('disabled')).toBe(true)
    await user.type(screen.getByRole('textbox', { name: 'Name of the topic' }), 'orders')
    await user.click(screen.getByRole('combobox', { name: 'First messages' }))
    await user.click(await screen.findByRole('option', { name: 'All messages of the topic' }))
    await user.click(screen.getByRole('button', { name: 'Add variable' }))
    await user.type(screen.getByRole('textbox', { name: 'Variable of Variable 1' }), 'customer')
    await user.click(screen.getByRole('combobox', { name: 'Source of Variable 1' }))
    expect(screen.queryByRole('option', { name: 'Routing key' })).toBeNull()
    await user.click(await screen.findByRole('option', { name: 'Key' }))
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Save listener' }))
    await screen.findByRole('heading', { name: 'New orders' })
    screen.getByText('Waiting messages')
    expect(network.callsTo(listeners.create)).toMatchObject([
      { body: { settings: { kind: 'topic', topic: 'orders', start: 'all', shares: 1, failedTopic: '' } } },
    ])
  })
})
