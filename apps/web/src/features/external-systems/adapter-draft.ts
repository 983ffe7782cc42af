import type { AdapterSettings, ExternalAdapter } from '@millrace/contract'

/** What somebody is writing of an adapter. */
export interface AdapterDraft {
  readonly name: string
  readonly key: string
  readonly description: string
  readonly settings: AdapterSettings
}

const limits = { searchParameter: '', valueParameter: '', rowLimit: 200, cacheSeconds: 30 } as const

export const emptyAdapters: Readonly<Record<AdapterSettings['kind'], AdapterSettings>> = {
  rest: {
    kind: 'rest',
    method: 'GET',
    path: '',
    query: [],
    headers: [],
    body: '',
    rows: '',
    columns: [{ key: '', path: '' }],
    ...limits,
  },
  sql: { kind: 'sql', statement: '', ...limits },
}

export function pickAdapter({ name, key, description, settings }: ExternalAdapter): AdapterDraft {
  return { name, key, description, settings }
}

/** Whether all that it needs is there. */
export function isCompleteAdapter({ name, key, settings }: AdapterDraft): boolean {
  if (name.trim() === '' || key.trim() === '') return false
  if (settings.kind === 'sql') return settings.statement.trim() !== ''
  return (
    settings.columns.length > 0 &&
    settings.columns.every((column) => column.key.trim() !== '') &&
    [...settings.query, ...settings.headers].every((entry) => entry.name.trim() !== '')
  )
}
