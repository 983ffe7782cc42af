import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'

/** A service in a thread, which answers each request with a row. It reports its port. */
const body = JSON.stringify({ items: [{ code: 'LIS', city: 'Lisbon', people: 575_739 }] })
const server = createServer((request, response) => {
  request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(body))
})
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port))
