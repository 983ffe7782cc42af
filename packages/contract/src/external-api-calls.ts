import { z } from 'zod'
import { defineCall } from './call.ts'
import { disabling, gone, of, touches } from './external-call-parts.ts'
import { about, externalApi, revision } from './external-records.ts'
import { idParams as params } from './values.ts'

const ofApi = disabling({
  path: '/external-apis/{id}',
  restore: '/external-apis/{id}/restore',
  what: 'an API',
  answer: externalApi,
})

/** Calls for APIs, which group adapters of one connection. */
export const apiCalls = {
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
}
