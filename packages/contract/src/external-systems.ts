import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { adapterCalls } from './external-adapter-calls.ts'
import { apiCalls } from './external-api-calls.ts'
import { disabling, gone, of, touches } from './external-call-parts.ts'
import { connectionCalls } from './external-connection-calls.ts'
import { about, externalSystem, revision } from './external-records.ts'
import { tableCalls } from './external-tables.ts'
import { listCalls } from './list/list-calls.ts'
import { externalSystemList, externalSystemRow } from './lists/external-systems.ts'
import { idParams as params } from './values.ts'

export { amqpPorts, amqpTlsModes, messageBodyKinds } from './external-amqp.ts'
export { kafkaSignIns, kafkaTlsModes } from './external-kafka.ts'
export { mailPorts, mailSignIns, mailTlsModes } from './external-mail-connection.ts'
export { externalLimits, fileTrusts } from './external-parts.ts'
export { bodyKinds } from './external-rest-body.ts'
export { oauthClientAuths, oauthGrants, otherSecretNames, restSignIns } from './external-rest-connection.ts'
/** Exported from this file so that the browser gets them without the schemas. */
export {
  adapterSettings,
  afterParameter,
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
  filePorts,
  ftpsModes,
  pagingKinds,
  parameterTypes,
  sftpSignIns,
  sqlActions,
  sqlKeyTypes,
  sqlPagingKinds,
  tlsModes,
} from './external-settings.ts'
export { tableLimits } from './external-tables.ts'

const ofSystem = disabling({
  path: '/external-systems/{id}',
  restore: '/external-systems/{id}/restore',
  what: 'an external system',
  answer: externalSystem,
})

/** Calls for external systems and their parts: connections, APIs and adapters. */
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

  ...connectionCalls,
  ...apiCalls,
  ...adapterCalls,
  ...tableCalls,
})
