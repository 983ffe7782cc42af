import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GivenColumn } from '../data-lists/give-columns.ts'

/** Sample applications by key. Their files are in the folder of that name. */
export const sampleApplications = {
  'expense-claim': {
    name: 'Expense claim',
    description: 'A decision table for approvals, and a data list of cost centres.',
  },
  'employee-onboarding': {
    name: 'Employee onboarding',
    description: 'Parallel tasks, a sub-process, timers and a mail.',
  },
  'customer-complaint': {
    name: 'Customer complaint',
    description: 'Starts by a form or a message, escalates, and waits for the customer or for two weeks.',
  },
} as const satisfies Record<string, { readonly name: string; readonly description: string }>

export type SampleKey = keyof typeof sampleApplications

export function isSampleKey(key: string): key is SampleKey {
  return Object.hasOwn(sampleApplications, key)
}

export interface SampleList {
  readonly name: string
  readonly key: string
  readonly description: string
  readonly columns: readonly GivenColumn[]
  readonly rows: readonly Readonly<Record<string, string>>[]
}

export interface SampleFiles {
  /** Processes, forms and decisions. */
  readonly parts: readonly SampleFile[]
  readonly lists: readonly SampleList[]
}

interface SampleFile {
  readonly name: string
  readonly bytes: Buffer
}

export function readSample(key: SampleKey): SampleFiles {
  const folder = join(import.meta.dirname, 'applications', key)
  const files = readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
  return {
    parts: files.filter(({ name }) => /\.(bpmn|form|dmn)$/.test(name)),
    lists: files
      .filter(({ name }) => name.endsWith('.list.json'))
      .map(({ bytes }) => JSON.parse(bytes.toString('utf8')) as SampleList),
  }
}
