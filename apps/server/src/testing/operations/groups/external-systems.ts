import { type OperationGroup, post, put, remove } from '../operation-case.ts'

const ofIntegrators = { scopes: ['administer'], allowed: ['integrator'] } as const
const rest = { kind: 'rest', baseUrl: 'https://shop.example.org', signIn: 'bearer' } as const
const settings = { kind: 'rest', path: '/cities', columns: [{ key: 'code', path: 'code' }] } as const

const webhook = { kind: 'webhook', target: { action: 'message', message: 'ordered' } } as const
const description = { openapi: '3.1.0', info: { title: 'Towns' }, paths: { '/towns': { get: {} } } }

/** The operations on external systems. Operations that call an external system have their own test. */
export const externalSystemOperations: OperationGroup = {
  prepare: async (as) => {
    const make = async (url: string, payload: object) => (await as('root', '/api', post(url, payload))).id as string
    const disable = (url: string) => as('root', '/api', remove(`${url}?deletedReason=Old`))
    const [externalSystem, unusedSystem, disabledSystem] = [
      await make('/external-systems', { name: 'Shop' }),
      await make('/external-systems', { name: 'Depot' }),
      await make('/external-systems', { name: 'Store' }),
    ]
    await disable(`/external-systems/${disabledSystem}`)
    const connections = `/external-systems/${externalSystem}/connections`
    const connection = await make(connections, { name: 'Test', settings: rest, secret: 'hush' })
    const api = await make(`/external-systems/${externalSystem}/apis`, { name: 'Places', connectionId: connection })
    const adapter = await make(`/external-apis/${api}/adapters`, { name: 'Cities', key: 'cities', settings })
    const [unusedConnection, disabledConnection] = [
      await make(connections, { name: 'Spare', settings: rest, secret: 'hush' }),
      await make(connections, { name: 'Old', settings: rest, secret: 'hush' }),
    ]
    const apis = `/external-systems/${externalSystem}/apis`
    const [unusedApi, disabledApi] = [
      await make(apis, { name: 'Spare', connectionId: connection }),
      await make(apis, { name: 'Old', connectionId: connection }),
    ]
    const disabledAdapter = await make(`/external-apis/${api}/adapters`, { name: 'Old', key: 'old', settings })
    const listeners = `/external-apis/${api}/listeners`
    const [listener, unusedListener, disabledListener] = [
      await make(listeners, { name: 'Orders', settings: webhook }),
      await make(listeners, { name: 'Spare', settings: webhook }),
      await make(listeners, { name: 'Old', settings: webhook }),
    ]
    await disable(`/external-listeners/${disabledListener}`)
    await disable(`/external-connections/${disabledConnection}`)
    await disable(`/external-apis/${disabledApi}`)
    await disable(`/external-adapters/${disabledAdapter}`)
    return {
      externalSystem,
      unusedSystem,
      disabledSystem,
      connection,
      unusedConnection,
      disabledConnection,
      externalApi: api,
      unusedApi,
      disabledApi,
      adapter,
      disabledAdapter,
      listener,
      unusedListener,
      disabledListener,
    }
  },
  cases: [
    {
      ...ofIntegrators,
      operation: 'external-systems/create-external-system',
      api: () => post('/external-systems', { name: 'Other' }),
    },
    {
      ...ofIntegrators,
      operation: 'external-systems/change-external-system',
      api: ({ externalSystem }) => put(`/external-systems/${externalSystem}`, { name: 'Other' }),
    },
    {
      ...ofIntegrators,
      operation: 'external-systems/create-connection',
      api: ({ externalSystem }) =>
        post(`/external-systems/${externalSystem}/connections`, {
          name: 'Other',
          settings: { kind: 'database', host: 'db.example.org', database: 'shop', username: 'reader' },
        }),
    },
    {
      ...ofIntegrators,
      operation: 'external-systems/change-connection',
      api: ({ connection }) => put(`/external-connections/${connection}`, { name: 'Other', settings: rest }),
    },
    {
      ...ofIntegrators,
      operation: 'external-systems/create-api',
      api: ({ externalSystem, connection }) =>
        post(`/external-systems/${externalSystem}/apis`, { name: 'Other', connectionId: connection ?? '' }),
    },
    {
      ...ofIntegrators,
      operation: 'external-systems/change-api',
      api: ({ externalApi, connection }) =>
        put(`/external-apis/${externalApi}`, { name: 'Other', connectionId: connection ?? '' }),
    },
    {
      ...ofIntegrators,
      operation: 'external-systems/create-adapter',
      api: ({ externalApi }) =>
        post(`/external-apis/${externalApi}/adapters`, { name: 'Other', key: 'other', settings }),
    },
    {
      ...ofIntegrators,
      operation: 'external-systems/change-adapter',
      api: ({ adapter }) => put(`/external-adapters/${adapter}`, { name: 'Other', settings }),
    },
    {
      ...ofIntegrators,
      operation: 'external-systems/disable-external',
      api: ({ unusedSystem }) => remove(`/external-systems/${unusedSystem}?deletedReason=Old`),
    },
    {
      ...ofIntegrators,
      operation: 'external-systems/disable-external',
      of: 'an adapter',
      api: ({ adapter }) => remove(`/external-adapters/${adapter}?deletedReason=Old`),
    },
    {
      ...ofIntegrators,
      operation: 'external-systems/disable-external',
      of: 'a connection',
      api: ({ unusedConnection }) => remove(`/external-connections/${unusedConnection}?deletedReason=Old`),
    },
    {
      ...ofIntegrators,
      operation: 'external-systems/disable-external',
      of: 'an API',
      api: ({ unusedApi }) => remove(`/external-apis/${unusedApi}?deletedReason=Old`),
    },
    {
      ...ofIntegrators,
      operation: 'external-systems/restore-external',
      api: ({ disabledSystem }) => post(`/external-systems/${disabledSystem}/restore`),
    },
    {
      ...ofIntegrators,
      operation: 'external-systems/restore-external',
      of: 'a connection',
      api: ({ disabledConnection }) => post(`/external-connections/${disabledConnection}/restore`),
    },
    {
      ...ofIntegrators,
      operation: 'external-systems/restore-external',
      of: 'an API',
      api: ({ disabledApi }) => post(`/external-apis/${disabledApi}/restore`),
    },
    {
      ...ofIntegrators,
      operation: 'external-systems/restore-external',
      of: 'an adapter',
      api: ({ disabledAdapter }) => post(`/external-adapters/${disabledAdapter}/restore`),
    },
    {
      ...ofIntegrators,
      allowed: [],
      operation: 'external-listeners/create-listener',
      api: ({ externalApi }) => post(`/external-apis/${externalApi}/listeners`, { name: 'Other', settings: webhook }),
    },
    {
      ...ofIntegrators,
      operation: 'external-listeners/change-listener',
      api: ({ listener }) => put(`/external-listeners/${listener}`, { name: 'Other', settings: webhook }),
    },
    {
      ...ofIntegrators,
      operation: 'external-listeners/renew-secret',
      api: ({ listener }) => post(`/external-listeners/${listener}/secret`, {}),
    },
    {
      ...ofIntegrators,
      operation: 'external-systems/disable-external',
      of: 'a listener',
      api: ({ unusedListener }) => remove(`/external-listeners/${unusedListener}?deletedReason=Old`),
    },
    {
      ...ofIntegrators,
      operation: 'external-listeners/restore-listener',
      api: ({ disabledListener }) => post(`/external-listeners/${disabledListener}/restore`),
    },
    {
      ...ofIntegrators,
      operation: 'external-imports/import-adapters',
      api: ({ externalApi }) =>
        post(`/external-apis/${externalApi}/import`, { text: JSON.stringify(description), refs: ['GET /towns'] }),
    },
  ],
}
