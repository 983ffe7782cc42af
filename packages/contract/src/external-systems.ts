import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { deletedReason } from './disabling.ts'
import { externalLimits } from './external-parts.ts'
import {
  about,
  adapter,
  adapterKind,
  connection,
  externalApi,
  externalSystem,
  revision,
  tested,
  trial,
} from './external-records.ts'
import type { OtherSecretName } from './external-rest-connection.ts'
import { adapterSettings, connectionSettings, parameterName } from './external-settings.ts'
import { limits } from './limits.ts'
import { listCalls } from './list/list-calls.ts'
import { externalSystemList, externalSystemRow } from './lists/external-systems.ts'
import { text } from './patterns.ts'
import { idParams as params } from './values.ts'

export { externalLimits } from './external-parts.ts'
export { oauthClientAuths, oauthGrants, otherSecretNames, restSignIns } from './external-rest-connection.ts'
/** Exported from this file so that the browser gets them without the schemas. */
export {
  adapterSettings,
  connectionSettings,
  csvDelimiters,
  csvQuotes,
  databasePorts,
  databaseVendors,
  fileActions,
  fileConflicts,
  fileEncodings,
  fileFormats,
  filePlaces,
  parameterTypes,
  restMethods,
  sftpSignIns,
  sqlActions,
  tlsModes,
} from './external-settings.ts'

const of = { tag: 'External systems', audience: ['RoleIntegration'] } as const
const gone = 'thing.not-found'
const touches = ['externalSystems'] as const
const secret = z
  .string()
  .max(externalLimits.secret)
  .regex(/^[\P{Cc}\r\n]*$/u, 'Expected a secret without control characters.')

/** Null or missing: it stays as it is. Empty: there is none any more. */
const otherSecret = secret.nullable().optional()
const otherSecrets = z
  .object({ refreshToken: otherSecret, clientKey: otherSecret, proxyPassword: otherSecret } satisfies Record<
    OtherSecretName,
    unknown
  >)
  .default({})

const sampleParameters = z.record(z.string().regex(parameterName), z.string().max(externalLimits.value)).default({})

type Path = `/${string}`

/** The calls that disable and restore one of a kind. */
function disabling<const P extends Path, const R extends Path, A extends z.ZodType>({
  path,
  restore,
  what,
  answer,
}: {
  readonly path: P
  readonly restore: R
  readonly what: string
  readonly answer: A
}) {
  return {
    disable: defineCall({
      ...of,
      method: 'DELETE',
      path,
      summary: `Disables ${what}, with a reason.`,
      touches,
      happensOnce: true,
      params,
      query: deletedReason,
      answer,
      errors: [gone, 'thing.disabled', 'external.in-use'],
    }),
    restore: defineCall({
      ...of,
      method: 'POST',
      path: restore,
      summary: `Restores ${what} that was disabled.`,
      touches,
      happensOnce: true,
      params,
      answer,
      errors: [gone, 'thing.disabled', 'thing.exists'],
    }),
  }
}

const ofSystem = disabling({
  path: '/external-systems/{id}',
  restore: '/external-systems/{id}/restore',
  what: 'an external system',
  answer: externalSystem,
})
const ofConnection = disabling({
  path: '/external-connections/{id}',
  restore: '/external-connections/{id}/restore',
  what: 'a connection',
  answer: connection,
})
const ofApi = disabling({
  path: '/external-apis/{id}',
  restore: '/external-apis/{id}/restore',
  what: 'an API',
  answer: externalApi,
})
const ofAdapter = disabling({
  path: '/external-adapters/{id}',
  restore: '/external-adapters/{id}/restore',
  what: 'an adapter',
  answer: adapter,
})

/** Calls for external systems, connections, APIs and adapters. */
export const externalSystemCalls = defineCalls('externalSystems', {
  ...listCalls(externalSystemList, {
    path: '/external-systems',
    summary: 'Lists the external systems.',
    ...of,
    row: externalSystemRow,
  }),
  create: defineCall({
    ...of,
    method: 'POST',
    path: '/external-systems',
    summary: 'Creates an external system.',
    touches,
    happensOnce: true,
    body: z.object(about),
    answer: externalSystem,
    errors: ['thing.name-taken'],
  }),
  get: defineCall({
    ...of,
    method: 'GET',
    path: '/external-systems/{id}',
    summary: 'One external system with its connections, APIs and adapters.',
    params,
    answer: externalSystem,
    errors: [gone],
  }),
  save: defineCall({
    ...of,
    method: 'PUT',
    path: '/external-systems/{id}',
    summary: 'Changes name and description of an external system.',
    touches,
    happensOnce: true,
    params,
    body: z.object({ ...about, revision }),
    answer: externalSystem,
    errors: [gone, 'thing.name-taken', 'thing.disabled', 'thing.changed'],
  }),
  disable: ofSystem.disable,
  restore: ofSystem.restore,

  createConnection: defineCall({
    ...of,
    method: 'POST',
    path: '/external-systems/{id}/connections',
    summary: 'Creates a connection to a REST service, a database or a folder.',
    touches,
    happensOnce: true,
    params,
    body: z.object({ ...about, settings: connectionSettings, secret: secret.default(''), secrets: otherSecrets }),
    answer: connection,
    errors: [
      gone,
      'thing.name-taken',
      'thing.disabled',
      'external.invalid',
      'external.too-many',
      'external.secret-missing',
    ],
  }),
  getConnection: defineCall({
    ...of,
    method: 'GET',
    path: '/external-connections/{id}',
    summary: 'One connection, without its secret.',
    params,
    answer: connection,
    errors: [gone],
  }),
  /**
   * Where it leads elsewhere afterwards, the secret has to be sent again: nobody is given one by an address of their
   * own.
   */
  saveConnection: defineCall({
    ...of,
    method: 'PUT',
    path: '/external-connections/{id}',
    summary: 'Changes a connection. Without a new secret, it keeps its secret, if the address is unchanged.',
    touches,
    happensOnce: true,
    params,
    body: z.object({
      ...about,
      settings: connectionSettings,
      secret: secret.nullable().optional(),
      secrets: otherSecrets,
      revision,
    }),
    answer: connection,
    errors: [
      gone,
      'thing.name-taken',
      'thing.disabled',
      'external.invalid',
      'external.secret-missing',
      'thing.changed',
    ],
  }),
  testConnection: defineCall({
    ...of,
    method: 'POST',
    path: '/external-connections/{id}/test',
    summary:
      'Tests a saved connection, and returns the duration. The first successful test stores the key of an SFTP host.',
    touches,
    params,
    answer: tested,
    errors: [gone, 'thing.disabled'],
  }),
  disableConnection: ofConnection.disable,
  restoreConnection: ofConnection.restore,

  createApi: defineCall({
    ...of,
    method: 'POST',
    path: '/external-systems/{id}/apis',
    summary: 'Creates an API of a connection.',
    touches,
    happensOnce: true,
    params,
    body: z.object({ ...about, connectionId: z.string().max(64) }),
    answer: externalApi,
    errors: [gone, 'thing.name-taken', 'thing.disabled', 'external.too-many'],
  }),
  getApi: defineCall({
    ...of,
    method: 'GET',
    path: '/external-apis/{id}',
    summary: 'One API with its adapters.',
    params,
    answer: externalApi,
    errors: [gone],
  }),
  saveApi: defineCall({
    ...of,
    method: 'PUT',
    path: '/external-apis/{id}',
    summary: 'Changes an API. A new connection must have the same kind.',
    touches,
    happensOnce: true,
    params,
    body: z.object({ ...about, connectionId: z.string().max(64), revision }),
    answer: externalApi,
    errors: [gone, 'thing.name-taken', 'thing.disabled', 'external.invalid', 'thing.changed'],
  }),
  disableApi: ofApi.disable,
  restoreApi: ofApi.restore,

  createAdapter: defineCall({
    ...of,
    method: 'POST',
    path: '/external-apis/{id}/adapters',
    summary: 'Creates an adapter: one request, SQL statement or file for look-ups of forms.',
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
    summary: 'Returns an adapter, and the forms that use it.',
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
    body: z.object({ parameters: sampleParameters }),
    answer: trial,
    errors: [gone, 'thing.disabled'],
  }),
  disableAdapter: ofAdapter.disable,
  restoreAdapter: ofAdapter.restore,

  /** For designers of processes. It contains neither the address nor the secret of the connection. */
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
      /** Of a REST adapter: method, and the address behind that of the connection. Of a file adapter: what it does, and the new path of a moved file. */
      method: z.string().nullable(),
      path: z.string().nullable(),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
      body: z.string().nullable(),
      /** Of a SQL adapter, with its values in their order. */
      statement: z.string().nullable(),
      values: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
      /** Of a file adapter: within the folder of the connection. */
      file: z.string().nullable(),
      /** Why nothing could be sent; null: it could. */
      fault: z.string().nullable(),
    }),
    errors: [gone],
  }),

  /** For those who design forms. */
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
        kind: adapterKind,
        /** Those that the adapter names; others are known when it is asked. */
        columns: z.array(z.string()),
        parameters: z.array(z.string()),
      }),
    ),
  }),
})
