import { get, type Route } from './http/call.ts'
import { readersOfAnything } from './http/readers.ts'

/** The version of the API that is spoken here. */
export const versionRoutes: readonly Route[] = [
  get('/version', async () => ({ version: '7.24.0' }), readersOfAnything),
  get('/engine', async () => [{ name: 'default' }], readersOfAnything),
]
