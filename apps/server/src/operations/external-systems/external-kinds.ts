/** An external system, and what belongs to one. */
export type ExternalKind = 'system' | 'connection' | 'api' | 'adapter'

export const externalTables = {
  system: { table: 'external_system', words: 'an external system' },
  connection: { table: 'external_connection', words: 'a connection' },
  api: { table: 'external_api', words: 'an API' },
  adapter: { table: 'external_adapter', words: 'an adapter' },
} as const satisfies Record<ExternalKind, { table: string; words: string }>
