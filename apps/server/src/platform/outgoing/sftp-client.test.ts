import { Socket } from 'node:net'
import { openSftpServer } from '@millrace/server/testing/sftp-server'
import { afterAll, expect, it, vi } from 'vitest'
import { readAllowedAddresses } from './addresses.ts'
import { createSftpClient, type SftpPlace } from './sftp-client.ts'

const server = await openSftpServer({ username: 'reader', password: 'hush-hush-9', files: { '/in/a.csv': 'a\n1\n' } })
afterAll(() => server.close())
const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const client = createSftpClient({ allowed })
const place: SftpPlace = {
  host: '127.0.0.1',
  port: server.port,
  username: 'reader',
  folder: '/in',
  signIn: 'password',
  secret: 'hush-hush-9',
  hostKey: '',
  timeoutMs: 30_000,
}

it('sends each message immediately, without waiting for the answer to the last one', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect')
  const setNoDelay = vi.spyOn(Socket.prototype, 'setNoDelay')
  try {
    expect(await client.check(place)).toMatch(/^SHA256:/)
    const sockets = connect.mock.contexts
    expect(sockets).toHaveLength(1)
    const byClient = setNoDelay.mock.contexts.map((socket, index) => [socket, setNoDelay.mock.calls[index]])
    expect(byClient.filter(([socket]) => socket === sockets[0])).toEqual([[sockets[0], [true]]])
  } finally {
    connect.mockRestore()
    setNoDelay.mockRestore()
  }
})
