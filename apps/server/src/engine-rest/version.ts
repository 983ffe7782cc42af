import { get, type Route } from './http/call.ts'

/** The version of the API that is spoken here. */
export const versionRoutes: readonly Route[] = [
  get('/version', async () => ({ version: '7.24.0' })),
  get('/engine', async () => [{ name: 'default' }]),
]
