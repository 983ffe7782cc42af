import { isDeepStrictEqual } from 'node:util'
import { adapterSettings, type ImportedAdapter, type RestAdapter } from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { ImportedRequest, ReadImport } from '../../runtime/interfaces/import-text.ts'
import { parseDescription, readImport } from '../../runtime/interfaces/read-import.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'
import type { StoredApi } from '../external-systems/external.ts'

/** A request of an imported description, with the existing adapter that has its key. */
export interface PlannedRequest {
  readonly request: ImportedRequest
  readonly state: ImportedAdapter['state']
  /** The adapter of this API that it would change. */
  readonly existing: { readonly id: string; readonly revision: number; readonly settings: RestAdapter } | null
  /** The settings after an import. Settings that the description does not have stay unchanged. */
  readonly settings: RestAdapter
}

export interface ImportPlan {
  readonly title: string
  readonly requests: readonly PlannedRequest[]
}

type ReadDescription = Extract<ReadImport, { readonly ok: true }>

/** Reads a description. It can be large, so no database connection is in use meanwhile, and all but JSON is read in a thread. */
export async function readDescriptionText(
  runtime: Pick<Runtime, 'threads' | 'budgets' | 'isForJobs'>,
  owner: string,
  text: string,
): Promise<ReadDescription | Refusal> {
  const parsed = parseDescription(text)
  const read: ReadImport =
    parsed !== null
      ? readImport(parsed.value)
      : orRefusal(await inThread(runtime, { kind: 'readInterface', input: { text }, owner, time: readTime(runtime) }))
  return read.ok ? read : refuse('external.invalid', read.fault, [{ where: 'text', message: read.fault }])
}

/** Compares a description with the adapters of a workplace. */
export async function planImport(tx: Tx, api: StoredApi, read: ReadDescription): Promise<ImportPlan> {
  const keys = read.requests.map(({ key }) => key.toLowerCase())
  const rows = await runSql<{ id: string; key: string; api_id: string; revision: number; settings: object }>(
    tx,
    sql`select id, lower(key) as key, api_id, revision, settings from external_adapter
      where workplace_id = ${api.workplace_id} and lower(key) = any(${keys}::text[])`,
  )
  const known = new Map(rows.map((row) => [row.key, row]))
  const requests = read.requests.map((request): PlannedRequest => {
    const fit = adapterSettings.safeParse(request.settings)
    if (!fit.success) {
      const notes = [...request.notes, fit.error.issues[0]?.message ?? 'Expected another request.']
      return { request: { ...request, notes }, state: 'unfit', existing: null, settings: request.settings }
    }
    const row = known.get(request.key.toLowerCase())
    if (row === undefined) return { request, state: 'new', existing: null, settings: request.settings }
    const before = adapterSettings.parse({ ...row.settings, kind: 'rest' })
    if (row.api_id !== api.id || before.kind !== 'rest')
      return { request, state: 'taken', existing: null, settings: request.settings }
    const settings = { ...before, ...taken(request.settings) }
    return {
      request,
      state: isDeepStrictEqual(before, settings) ? 'same' : 'changed',
      existing: { id: row.id, revision: row.revision, settings: before },
      settings,
    }
  })
  return { title: read.title, requests }
}

/** Fields that an import sets from a description. Limits, paging and look-ups of an existing adapter are kept. */
const fields = ['method', 'path', 'query', 'headers', 'bodyKind', 'body', 'fields', 'rows', 'columns', 'types'] as const

function taken(settings: RestAdapter): Pick<RestAdapter, (typeof fields)[number]> {
  const { method, path, query, headers, bodyKind, body, fields: ofBody, rows, columns, types } = settings
  return { method, path, query, headers, bodyKind, body, fields: ofBody, rows, columns, types }
}

/** Lists the fields that an import would change. */
export function listChanges({ existing, settings }: PlannedRequest): ImportedAdapter['changes'] {
  if (existing === null) return []
  return fields
    .filter((field) => !isDeepStrictEqual(existing.settings[field], settings[field]))
    .map((field) => ({ field, before: write(existing.settings[field]), after: write(settings[field]) }))
}

function write(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 2_000)
}
