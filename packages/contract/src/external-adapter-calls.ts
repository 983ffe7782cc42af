import { z } from 'zod'
import { defineCall } from './call.ts'
import { disabling, gone, of, touches } from './external-call-parts.ts'
import { externalLimits } from './external-parts.ts'
import { about, adapter, adapterKind, revision, trial } from './external-records.ts'
import { adapterSettings, parameterName } from './external-settings.ts'
import { limits } from './limits.ts'
import { text } from './patterns.ts'
import { idParams as params } from './values.ts'

const sampleParameters = z.record(z.string().regex(parameterName), z.string().max(externalLimits.value)).default({})

const ofAdapter = disabling({
  path: '/external-adapters/{id}',
  restore: '/external-adapters/{id}/restore',
  what: 'an adapter',
  answer: adapter,
})

/** Calls for adapters, for integrators and for designers who use adapters. */
export const adapterCalls = {
  createAdapter: defineCall({
    ...of,
    method: 'POST',
    path: '/external-apis/{id}/adapters',
    summary: 'Creates an adapter: one request, SQL statement, file action or message for forms and processes.',
    touches,
    happensOnce: true,
    params,
    body: z.object({ ...about, key: text('nameWithoutSpaces', limits.formKey), settings: adapterSettings }),
    answer: adapter,
    errors: [gone, 'thing.name-taken', 'thing.key-taken', 'thing.disabled', 'external.invalid', 'external.too-many'],
  }),
  getAdapter: defineCall({
    ...of,
    method: 'GET',
    path: '/external-adapters/{id}',
    summary: 'Returns an adapter, and the forms and processes that use it.',
    params,
    answer: adapter,
    errors: [gone],
  }),
  saveAdapter: defineCall({
    ...of,
    method: 'PUT',
    path: '/external-adapters/{id}',
    summary: 'Changes an adapter. The change applies to all forms immediately.',
    touches,
    happensOnce: true,
    params,
    body: z.object({ ...about, settings: adapterSettings, revision }),
    answer: adapter,
    errors: [gone, 'thing.name-taken', 'thing.disabled', 'external.invalid', 'thing.changed'],
  }),
  tryAdapter: defineCall({
    ...of,
    method: 'POST',
    path: '/external-adapters/{id}/try',
    summary: 'Runs a saved adapter, and returns the first rows.',
    touches: [],
    params,
    body: z.object({
      parameters: sampleParameters,
      /** Another environment than that of the workplace. Empty: the connection as it is. */
      environment: z.string().max(50).optional(),
    }),
    answer: trial,
    errors: [gone, 'thing.disabled', 'external.invalid'],
  }),
  disableAdapter: ofAdapter.disable,
  restoreAdapter: ofAdapter.restore,

  /** Returns the request of an adapter for process designers, without the address and the secret of the connection. */
  previewAdapter: defineCall({
    tag: of.tag,
    audience: ['RoleDesign', 'RoleIntegration'],
    method: 'POST',
    path: '/external-adapters/{id}/preview',
    summary: 'Shows what an adapter would send for these values, and sends nothing.',
    touches: [],
    params,
    body: z.object({ parameters: sampleParameters }),
    answer: z.object({
      /**
       * The target of the request. REST adapter: the method, and the path after the address of the connection. File
       * adapter: the action, and the new path of a moved file. AMQP adapter: `send`, the exchange and the routing key.
       */
      method: z.string().nullable(),
      path: z.string().nullable(),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
      body: z.string().nullable(),
      /** The statement of a SQL adapter, with its values in their order. */
      statement: z.string().nullable(),
      values: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
      /** For a file adapter: within the folder of the connection. */
      file: z.string().nullable(),
      /** The reason why nothing could be sent; null on success. */
      fault: z.string().nullable(),
    }),
    errors: [gone],
  }),

  /** Lists adapters for form designers. */
  adapters: defineCall({
    tag: of.tag,
    audience: ['RoleDesign', 'RoleIntegration'],
    method: 'GET',
    path: '/external-adapters',
    summary: 'Lists the first 1,000 adapters for forms, by name.',
    answer: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        system: z.string(),
        kind: adapterKind.exclude(['amqp', 'kafka']),
        /** The columns that the adapter names; others are only known after a call. */
        columns: z.array(z.string()),
        parameters: z.array(z.string()),
      }),
    ),
  }),
}
