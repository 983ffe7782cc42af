import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { gone, of, touches } from './external-call-parts.ts'
import { idParams as params } from './values.ts'

export const adapterImportLimits = {
  /** Characters of a description. */
  text: 2_000_000,
  /** Requests that are imported at once. */
  requests: 50,
} as const

const text = z.string().min(2).max(adapterImportLimits.text)
const bodyLimit = 5_000_000

/**
 * The results of comparing a request with the existing adapters. `new`: no adapter has its key. `changed`, `same`: an
 * adapter of this API has the key. `taken`: an adapter of another API has the key. `unfit`: the request cannot become
 * an adapter.
 */
export const importStates = ['new', 'changed', 'same', 'taken', 'unfit'] as const

const importedRequest = z.object({
  /** Unique within the description. */
  ref: z.string(),
  key: z.string(),
  name: z.string(),
  method: z.string(),
  path: z.string(),
  state: z.enum(importStates),
  /** Fields that an import would change, with their values before and after it as JSON. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** The parts that are left out, a sentence for each. */
  notes: z.array(z.string()),
})

export type ImportedAdapter = z.output<typeof importedRequest>

/** Calls that import REST adapters from descriptions of interfaces. */
export const externalImportCalls = defineCalls('externalImports', {
  preview: defineCall({
    ...of,
    method: 'POST',
    path: '/external-apis/{id}/import/preview',
    summary:
      'Lists the requests of an OpenAPI 3 or WSDL 1.1 description or a Postman collection, and what an import would change.',
    touches: [],
    params,
    body: z.object({ text }),
    bodyLimit,
    answer: z.object({ title: z.string(), requests: z.array(importedRequest) }),
    errors: [gone, 'external.invalid'],
  }),
  run: defineCall({
    ...of,
    method: 'POST',
    path: '/external-apis/{id}/import',
    summary: 'Creates adapters from requests of a description, or changes those that exist.',
    touches,
    happensOnce: true,
    params,
    body: z.object({ text, refs: z.array(z.string().max(600)).min(1).max(adapterImportLimits.requests) }),
    bodyLimit,
    answer: z.object({ created: z.number().int(), changed: z.number().int() }),
    errors: [
      gone,
      'external.invalid',
      'external.too-many',
      'thing.name-taken',
      'thing.key-taken',
      'thing.disabled',
      'thing.changed',
    ],
  }),
})
