import { once } from 'node:events'
import { readFile } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { breathe } from './breathe.ts'

function workFor(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

it('lets due timers run before work continues that an answer has started', async () => {
  const seen: string[] = []
  await new Promise<void>((resolve, reject) => {
    readFile(import.meta.filename, () => {
      setTimeout(() => seen.push('timer'), 1)
      const work = async () => {
        for (const piece of ['first', 'second']) {
          seen.push(piece)
          workFor(5)
          await breathe()
        }
      }
      work().then(resolve, reject)
    })
  })
  expect(seen).toEqual(['first', 'timer', 'second'])
})

it('lets requests in that have arrived meanwhile', async () => {
  const seen: string[] = []
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const [[socket], client] = await Promise.all([
    once(server, 'connection') as Promise<[Socket]>,
    connect((server.address() as { port: number }).port, '127.0.0.1'),
  ])
  await new Promise<void>((resolve, reject) => {
    const work = async () => {
      seen.push('first')
      client.write('from another user')
      workFor(5)
      await breathe()
      seen.push('second')
    }
    socket.once('data', () => {
      socket.once('data', () => seen.push('request'))
      work().then(resolve, reject)
    })
    client.write('from the first user')
  })
  expect(seen).toEqual(['first', 'request', 'second'])
  client.destroy()
  server.close()
})
