import { get, type Route } from './http/call.ts'
import { readersOfAnything } from './http/readers.ts'

/** The version of Camunda whose API is provided. */
export const apiVersion = '7.24.0'

/** The route for the version of the API. */
export const versionRoutes: readonly Route[] = [
  get('/version', async () => ({ version: apiVersion }), readersOfAnything),
]
