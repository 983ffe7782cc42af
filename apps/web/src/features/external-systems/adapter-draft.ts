import {
  type AdapterSettings,
  type ExternalAdapter,
  externalLimits,
  type FileAdapter,
  type RestAdapter,
} from '@millrace/contract'
import { isMessage } from './is-message.ts'

/** The entries of the form of an adapter. */
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
    bodyKind: 'json',
    body: '',
    fields: [],
    isRepeatable: false,
    types: [],
    rows: '',
    columns: [{ key: '', path: '' }],
    ...limits,
  },
  sql: { kind: 'sql', action: 'select', isRepeatable: false, statement: '', types: [], ...limits },
  file: {
    kind: 'file',
    action: 'read',
    path: '',
    target: '',
    ifExists: 'replace',
    pattern: '',
    isRepeatable: false,
    format: 'csv',
    encoding: 'utf-8',
    delimiter: 'comma',
    quote: 'double',
    heading: true,
    rows: '',
    columns: [],
    ...limits,
  },
  amqp: {
    kind: 'amqp',
    exchange: '',
    routingKey: '',
    headers: [],
    bodyKind: 'json',
    body: '',
    fields: [],
    isRepeatable: false,
    types: [],
    ...limits,
  },
  kafka: {
    kind: 'kafka',
    topic: '',
    key: '',
    headers: [],
    bodyKind: 'json',
    body: '',
    fields: [],
    isRepeatable: false,
    types: [],
    ...limits,
  },
}

/** What an SQL statement that changes data has no use for, and its page no fields. */
export const withoutSearch = { searchParameter: '', valueParameter: '', paging: null } as const

export function pickAdapter({ name, key, description, settings }: ExternalAdapter): AdapterDraft {
  const isChange = settings.kind === 'sql' && settings.action === 'change'
  return { name, key, description, settings: isChange ? { ...settings, ...withoutSearch } : settings }
}

/** Returns whether the required fields of an adapter are filled in. */
export function isCompleteAdapter({ name, key, settings }: AdapterDraft): boolean {
  if (name.trim() === '' || key.trim() === '') return false
  if (settings.kind === 'sql') return settings.statement.trim() !== ''
  if (settings.kind === 'file')
    return (
      (settings.action === 'list' || settings.path.trim() !== '') &&
      (settings.action !== 'move' || settings.target.trim() !== '') &&
      settings.columns.every((column) => column.key.trim() !== '' && column.path.trim() !== '')
    )
  if (isMessage(settings))
    return (
      (settings.kind === 'kafka'
        ? settings.topic.trim() !== ''
        : settings.exchange.trim() !== '' || settings.routingKey.trim() !== '') &&
      [...settings.headers, ...settings.fields].every((entry) => entry.name.trim() !== '')
    )
  return (
    settings.columns.length > 0 &&
    settings.columns.every((column) => column.key.trim() !== '') &&
    [...settings.query, ...settings.headers, ...settings.fields].every((entry) => entry.name.trim() !== '')
  )
}

/**
 * Adds a column with the last name of a path as its key. If there is an empty line, that line is used. Null: the limit
 * is reached.
 */
export function withColumn({ columns }: RestAdapter | FileAdapter, path: string): RestAdapter['columns'] | null {
  const filled = columns.filter((column) => column.key !== '' || column.path !== '')
  if (filled.length >= externalLimits.entries) return null
  const names = path.split('.').filter((name) => !/^\d+$/.test(name))
  const plain = (names.at(-1) ?? '').replaceAll(/\W/g, '').replace(/^[^A-Za-z]+/, '') || 'column'
  const taken = new Set(filled.map(({ key }) => key))
  let key = plain.slice(0, 40)
  for (let number = 2; taken.has(key); number++) key = `${plain.slice(0, 40)}${number}`
  return [...filled, { key, path }]
}
