const systems = '/integrate/externalsystems'
const at = (systemId: string, rest: string) => `${systems}/${encodeURIComponent(systemId)}/${rest}`

const listeners = { webhook: 'webhooks', folder: 'watches', mail: 'inboxes', queue: 'queues', topic: 'topics' } as const

/**
 * The addresses of the pages of integrators. They are in a separate file, because the first load does not need them.
 * `new` is a valid id.
 */
export const integratePaths = {
  systems,
  calls: '/integrate/calls',
  call: (id: string) => `/integrate/calls/${encodeURIComponent(id)}`,
  /** The calls of a connection, by its name. */
  callsOf: (connection: string) => `/integrate/calls?connection=${encodeURIComponent(connection)}`,
  deliveries: '/integrate/deliveries',
  delivery: (id: string) => `/integrate/deliveries/${encodeURIComponent(id)}`,
  /** The deliveries of a listener, by its name. */
  deliveriesOf: (listener: string) => `/integrate/deliveries?listener=${encodeURIComponent(listener)}`,
  listener: (systemId: string, apiId: string, kind: keyof typeof listeners, id: string) =>
    at(systemId, `apis/${encodeURIComponent(apiId)}/${listeners[kind]}/${encodeURIComponent(id)}`),
  newSystem: `${systems}/new`,
  system: (id: string) => `${systems}/${encodeURIComponent(id)}`,
  connection: (systemId: string, kind: 'rest' | 'database' | 'mail' | 'amqp' | 'kafka', id: string) =>
    at(systemId, `${kind}/${encodeURIComponent(id)}`),
  api: (systemId: string, id: string) => at(systemId, `apis/${encodeURIComponent(id)}`),
  /** Below an API: `new` for a connection that none uses yet. */
  fileConnection: (systemId: string, apiId: string, id: string) =>
    at(systemId, `apis/${encodeURIComponent(apiId)}/file/${encodeURIComponent(id)}`),
  fileAdapter: (systemId: string, apiId: string, id: string) =>
    at(systemId, `apis/${encodeURIComponent(apiId)}/fileadapters/${encodeURIComponent(id)}`),
  adapter: (systemId: string, kind: 'rest' | 'sql' | 'amqp' | 'kafka', id: string) =>
    at(systemId, `${kind}adapters/${encodeURIComponent(id)}`),
} as const
