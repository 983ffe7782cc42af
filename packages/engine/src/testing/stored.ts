import { type StoredData, storedElementData, storedJobData, storedSubscriptionData } from '../state/data/stored-data.ts'
import type { LoadedRows } from '../state/instance-state.ts'

/** Encodes and decodes rows, as a database would return them, for tests. */
export function throughStorage(rows: LoadedRows): LoadedRows {
  return decodeRows(encodeRows(rows))
}

/** Rows with their data as encoded for the database. */
export interface StoredRows extends Omit<LoadedRows, 'elements' | 'jobs' | 'subscriptions'> {
  readonly elements: readonly object[]
  readonly jobs: readonly object[]
  readonly subscriptions: readonly object[]
}

export function encodeRows(rows: LoadedRows): StoredRows {
  return {
    ...rows,
    elements: rows.elements.map((row) => ({ ...row, data: written(storedElementData.encode(row)) })),
    jobs: rows.jobs.map((row) => ({ ...row, data: written(storedJobData.encode(row)) })),
    subscriptions: rows.subscriptions.map((row) => ({ ...row, data: written(storedSubscriptionData.encode(row)) })),
  }
}

export function decodeRows(rows: StoredRows): LoadedRows {
  return {
    ...rows,
    elements: rows.elements.map((row) => decoded(storedElementData, row)),
    jobs: rows.jobs.map((row) => decoded(storedJobData, row)),
    subscriptions: rows.subscriptions.map((row) => decoded(storedSubscriptionData, row)),
  }
}

function decoded<Row extends { readonly id: string; readonly data: unknown }>(
  codec: StoredData<Row>,
  stored: object,
): Row {
  const row = stored as Row & { readonly kind?: string }
  return { ...row, data: codec.decode(row.data, row) }
}

function written(data: object | null): unknown {
  return JSON.parse(JSON.stringify(data))
}
