import { get, type Route } from './http/call.ts'
import { readersOfAnything } from './http/readers.ts'

/** Of Camunda, whose API is spoken here. */
export const apiVersion = '7.24.0'

/** The version of the API that is spoken here. */
export const versionRoutes: readonly Route[] = [
  get('/version', async () => ({ version: apiVersion }), readersOfAnything),
]
