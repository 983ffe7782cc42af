import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** An external service that records every call. */
export interface Shop {
  readonly url: string
  /** How often each idempotency key came, by what was ordered. */
  readonly orders: ReadonlyMap<string, ReadonlyMap<string, number>>
  stop(): void
}

/**
 * Starts a shop that counts orders.
 * @param answerMs how long it waits before it answers, so that failures can happen meanwhile.
 */
export async function openShop(answerMs: number): Promise<Shop> {
  const orders = new Map<string, Map<string, number>>()
  const server = http.createServer((request, response) => {
    const order = request.url?.slice(1) ?? ''
    const keys = orders.get(order) ?? new Map<string, number>()
    const key = String(request.headers['idempotency-key'])
    orders.set(order, keys.set(key, (keys.get(key) ?? 0) + 1))
    request.resume()
    setTimeout(() => response.end('ok'), answerMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    orders,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
