import { later, type RestoreCase, type RestoreTest } from './restore-test.ts'

const restConnection = (path: string) => ({ kind: 'rest', baseUrl: `https://shop.example.org${path}` })
const adapterSettings = (path: string) => ({ kind: 'rest', path, columns: [{ key: 'code', path: 'code' }] })
const webhook = (message: string) => ({ kind: 'webhook', target: { action: 'message', message } })

type Kind = 'external-system' | 'external-connection' | 'external-api' | 'external-adapter' | 'external-listener'

/** Returns the cases of external systems. */
export function externalCases(test: RestoreTest): Readonly<Record<Kind, RestoreCase>> {
  const { make, put } = test
  const { system } = test
  const connection = later(async () =>
    make(`/external-systems/${await system()}/connections`, { name: 'Plain', settings: restConnection('/a') }),
  )
  const api = later(async () =>
    make(`/external-systems/${await system()}/apis`, { name: 'Places', connectionId: await connection() }),
  )
  return {
    'external-system': {
      make: () => make('/external-systems', { name: 'Shop', description: 'First' }),
      change: (id) => put(`/external-systems/${id}`, { name: 'Depot', description: 'Second' }),
      columns: ['description', 'name'],
      what: /^External system(?: “Shop”|: \d) changed$/,
    },
    'external-connection': {
      make: async () =>
        make(`/external-systems/${await system()}/connections`, { name: 'Test', settings: restConnection('/a') }),
      change: (id) =>
        put(`/external-connections/${id}`, { name: 'Live', settings: { ...restConnection('/a'), retries: 2 } }),
      columns: ['name', 'settings'],
      what: /^Connection(?: “Test”|: \d) changed$/,
    },
    'external-api': {
      make: async () =>
        make(`/external-systems/${await system()}/apis`, { name: 'Towns', connectionId: await connection() }),
      change: async (id) => {
        const connectionId = await make(`/external-systems/${await system()}/connections`, {
          name: 'Other',
          settings: restConnection('/b'),
        })
        await put(`/external-apis/${id}`, { name: 'Villages', connectionId })
      },
      columns: ['connection_id', 'name'],
      what: /^API of an external system(?: “Towns”|: \d) changed$/,
    },
    'external-adapter': {
      make: async () =>
        make(`/external-apis/${await api()}/adapters`, {
          name: 'Streets',
          key: 'streets',
          settings: adapterSettings('/a'),
        }),
      change: (id) => put(`/external-adapters/${id}`, { name: 'Roads', settings: adapterSettings('/b') }),
      columns: ['name', 'settings'],
      what: /^Adapter(?: “Streets”|: \d) changed$/,
    },
    'external-listener': {
      make: async () => make(`/external-apis/${await api()}/listeners`, { name: 'Orders', settings: webhook('order') }),
      change: (id) =>
        put(`/external-listeners/${id}`, { name: 'Bills', description: 'New', settings: webhook('bill') }),
      columns: ['description', 'name', 'settings'],
      what: /^Listener(?: “Orders”|: \d) changed$/,
    },
  }
}
