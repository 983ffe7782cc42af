import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { readAllowedAddresses } from './addresses.ts'
import { createOutgoingClient, type OutgoingRequest } from './http-client.ts'
import { OutgoingFailure } from './outgoing-failure.ts'

const client = createOutgoingClient({ allowed: allowed('127.0.0.1') })
const careful = createOutgoingClient({ allowed: allowed('off') })

function allowed(text: string) {
  const read = readAllowedAddresses(text)
  if (read === null) throw new Error(`Expected addresses, but “${text}” has none.`)
  return read
}

/** A server of the outside world, which answers as the path says. */
const seen: { method: string; path: string; headers: http.IncomingHttpHeaders; body: string }[] = []
const server = http.createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const path = request.url ?? ''
  seen.push({ method: request.method ?? '', path, headers: request.headers, body: Buffer.concat(parts).toString() })
  const answer = answers[path]
  if (answer === undefined)
    response.writeHead(200, 'Fine', { 'content-type': 'text/plain', 'x-two': ['a', 'b'] }).end('here')
  else answer(response)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
const base = `http://127.0.0.1:${port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const answers: Readonly<Record<string, (response: http.ServerResponse) => void>> = {
  '/latin': (response) =>
    response.writeHead(200, { 'content-type': 'text/plain; charset=ISO-8859-1' }).end(Buffer.from('größe', 'latin1')),
  '/near': (response) => response.writeHead(302, { location: '/end' }).end(),
  '/kept': (response) => response.writeHead(307, { location: '/end' }).end(),
  '/far': (response) => response.writeHead(302, { location: `http://localhost:${port}/end` }).end(),
  '/port': (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/end' }).end(),
  '/file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/circle': (response) => response.writeHead(302, { location: '/circle' }).end(),
  '/large': (response) => {
    response.writeHead(200)
    response.end(Buffer.alloc(5_242_881, 'x'))
  },
  '/file-large': (response) => response.writeHead(200).end(Buffer.alloc(6_000_000, 255)),
  '/file-too-large': (response) => response.writeHead(200).end(Buffer.alloc(20_000_001)),
  '/silent': () => {},
  '/slow': (response) => {
    response.writeHead(200)
    response.write('a')
  },
  '/broken': (response) => {
    response.writeHead(200, { 'content-length': '10' })
    response.write('a')
    response.destroy()
  },
}

const send = (path: string, more: Partial<OutgoingRequest> = {}) =>
  client.send({ method: 'GET', url: `${base}${path}`, headers: {}, body: null, ...more })

async function failureOf(sent: Promise<unknown>): Promise<OutgoingFailure> {
  const error = await sent.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof OutgoingFailure) return error
  throw new Error(`Expected the call to fail, but: ${String(error)}`)
}

describe('a call to the outside', () => {
  it('sends method, headers and body, and gives status, headers and body', async () => {
    const answer = await send('/x?y=1', {
      method: 'PUT',
      headers: { 'X-Own': 'ä'.normalize('NFD').slice(0, 1) },
      body: 'größe',
    })
    expect(answer).toMatchObject({
      statusCode: 200,
      reason: 'Fine',
      protocol: 'HTTP/1.1',
      headers: { 'content-type': 'text/plain', 'x-two': 'a, b' },
      body: 'here',
    })
    expect(seen.at(-1)).toMatchObject({ method: 'PUT', path: '/x?y=1', body: 'größe', headers: { 'x-own': 'a' } })
  })

  it('reads the body in the encoding that the answer names', async () => {
    expect((await send('/latin')).body).toBe('größe')
  })

  it('follows redirects of the same host when it may, and as browsers do', async () => {
    expect((await send('/near')).statusCode).toBe(302)
    expect((await send('/near', { followsRedirects: true, method: 'POST', body: 'b' })).body).toBe('here')
    expect(seen.at(-1)).toMatchObject({ method: 'GET', path: '/end', body: '' })
    await send('/kept', { followsRedirects: true, method: 'POST', body: 'b' })
    expect(seen.at(-1)).toMatchObject({ method: 'POST', path: '/end', body: 'b' })
  })

  it.each(['/far', '/port', '/file'])(
    'does not follow a redirect to another host, port or kind of address: %s',
    async (path) => {
      const count = seen.length
      const { message, isFinal } = await failureOf(send(path, { followsRedirects: true }))
      expect(message).toContain('leads to another address')
      expect(isFinal).toBe(true)
      expect(seen).toHaveLength(count + 1)
    },
  )

  it('ends a circle of redirects', async () => {
    expect((await failureOf(send('/circle', { followsRedirects: true }))).message).toContain('at most 5 redirects')
  })

  it('refuses an answer that is too large', async () => {
    expect((await failureOf(send('/large'))).message).toContain('at most 5242880 bytes')
  })

  it('returns a file as bytes, of another size than a text', async () => {
    const { body, bytes } = await send('/file-large', { isFile: true })
    expect([body, bytes?.length, bytes?.[0]]).toEqual(['', 6_000_000, 255])
    expect((await failureOf(send('/file-large', { isFile: true, maxBytes: 10 }))).message).toContain('at most 10 bytes')
    expect((await failureOf(send('/file-too-large', { isFile: true }))).message).toContain('at most 20000000 bytes')
  })

  it.each(['/silent', '/slow'])('does not wait longer than it may: %s', async (path) => {
    const { message, isFinal } = await failureOf(send(path, { timeoutMs: 50 }))
    expect(message).toBe(`Expected 127.0.0.1:${port} to answer within 50 ms, but it did not.`)
    expect(isFinal).toBe(false)
  })

  it('reports a connection that is interrupted', async () => {
    expect((await failureOf(send('/broken'))).isFinal).toBe(false)
    expect((await failureOf(send('', { url: 'http://127.0.0.1:1/' }))).message).toContain('ECONNREFUSED')
  })

  it.each([
    ['no address', { url: 'nowhere' }],
    ['a file', { url: 'file:///etc/passwd' }],
    ['a method with a space', { method: 'GET /' }],
  ])('refuses %s for good', async (_, more) => {
    expect((await failureOf(send('/', more))).isFinal).toBe(true)
  })

  it.each([
    ['Host', 'evil.example.org', 'a model can set'],
    ['content-length', '1', 'a model can set'],
    ['Transfer-Encoding', 'chunked', 'a model can set'],
    ['CONNECTION', 'close', 'a model can set'],
    ['x-own', 'b\r\nc: d', 'in one line'],
    ['x-own', 'b\nc: d', 'in one line'],
    ['x-own', 'b\0', 'in one line'],
    ['x-own', '名', 'in one line'],
    ['x own', 'b', 'without spaces'],
    ['x\r\ny', 'b', 'without spaces'],
    ['', 'b', 'without spaces'],
  ])('refuses the header %j with the value %j for good, by its name', async (name, value, words) => {
    const count = seen.length
    const failure = await failureOf(send('/', { headers: { accept: 'text/plain', [name]: value } }))
    expect(failure).toMatchObject({ isFinal: true, detail: { code: 'http.header-refused', header: name } })
    expect(failure.message).toContain(name)
    expect(failure.message).toContain(words)
    expect(seen).toHaveLength(count)
  })
})

describe('a private address', () => {
  it.each([
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    'http://169.254.169.254/latest/meta-data',
  ])('is not called unless it is allowed: %s', async (url) => {
    const count = seen.length
    const { message, isFinal } = await failureOf(careful.send({ method: 'GET', url, headers: {}, body: null }))
    expect(message).toContain('belongs to a private network')
    expect(isFinal).toBe(true)
    expect(seen).toHaveLength(count)
  })

  it('that is not the allowed one is not called either, by whatever name', async () => {
    const { message } = await failureOf(send('', { url: `http://[::1]:${port}/` }))
    expect(message).toContain('belongs to a private network')
    expect((await send('', { url: `http://localhost:${port}/named` })).body).toBe('here')
  })
})
