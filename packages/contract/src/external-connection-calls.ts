import { z } from 'zod'
import { defineCall } from './call.ts'
import { disabling, gone, of, touches } from './external-call-parts.ts'
import { externalLimits } from './external-parts.ts'
import { about, connection, environmentName, revision, tested } from './external-records.ts'
import type { OtherSecretName } from './external-rest-connection.ts'
import { connectionSettings } from './external-settings.ts'
import { idParams as params } from './values.ts'

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

const ofConnection = disabling({
  path: '/external-connections/{id}',
  restore: '/external-connections/{id}/restore',
  what: 'a connection',
  answer: connection,
})

/** Calls for connections of external systems. */
export const connectionCalls = {
  createConnection: defineCall({
    ...of,
    method: 'POST',
    path: '/external-systems/{id}/connections',
    summary: 'Creates a connection to a REST service, a database, a folder, a mailbox or a message broker.',
    touches,
    happensOnce: true,
    params,
    body: z.object({
      ...about,
      settings: connectionSettings,
      secret: secret.default(''),
      secrets: otherSecrets,
      /** The connection that this connection replaces in an environment. */
      standsFor: z.object({ id: z.string(), environment: environmentName }).nullable().default(null),
    }),
    answer: connection,
    errors: [
      gone,
      'thing.name-taken',
      'thing.disabled',
      'external.invalid',
      'external.too-many',
      'external.secret-missing',
      'external.environment-taken',
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
   * Changes a connection. If the address changes, the secret has to be sent again, so that it is not sent to another
   * server.
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
}
