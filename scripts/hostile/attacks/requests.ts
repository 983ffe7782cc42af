import { connect, type Socket } from 'node:net'
import type { Wire } from '../attack.ts'

/** The number of answers by status; 0 for connections that the server ended. */
export type AnswersByStatus = ReadonlyMap<number, number>

const json = { 'content-type': 'application/json' }

/** Sends requests one after another without waiting for answers. @returns the number of answers by status. */
export function pipeline({ url }: Wire, request: string, count: number): Promise<AnswersByStatus> {
  return new Promise((resolve) => {
    const socket = open(url)
    let received = ''
    socket.on('data', (part) => {
      received += String(part)
    })
    socket.once('close', () => {
      const statuses = [...received.matchAll(/^HTTP\/1.1 (\d+)/gm)].map(([, status]) => Number(status))
      const answers = new Map<number, number>()
      for (const status of statuses) add(answers, status)
      resolve(answers)
    })
    setTimeout(() => socket.destroy(), 15_000)
    socket.write(request.repeat(count))
  })
}

export function authorized({ authorization }: Wire): Record<string, string> {
  return { authorization }
}

export function signedIn(server: Wire): Record<string, string> {
  return { ...authorized(server), ...json }
}

export function post(server: Wire, path: string, body: string, headers: Readonly<Record<string, string>>) {
  return status(fetch(`${server.url}${path}`, { method: 'POST', body, headers }))
}

export function deployFile(server: Wire, bytes: number) {
  const body = new FormData()
  body.set('deployment-name', 'hostile')
  body.set('file', new File(['x'.repeat(bytes)], 'file.txt'))
  return status(
    fetch(`${server.url}/engine-rest/deployment/create`, { method: 'POST', body, headers: authorized(server) }),
  )
}

export function get(server: Wire, path: string, headers: Readonly<Record<string, string>>, signal?: AbortSignal) {
  return status(fetch(`${server.url}${path}`, { headers, ...(signal === undefined ? {} : { signal }) }))
}

export async function status(answer: Promise<Response>): Promise<number> {
  try {
    const response = await answer
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}

export function headOf(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** Sends a text without anything else, and waits for the answer of the server. */
export function talk({ url }: Wire, text: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = open(url)
    let received = ''
    socket.on('data', (part) => {
      received += String(part)
    })
    socket.once('close', () => resolve(Number(received.split(' ')[1] ?? 0)))
    socket.setTimeout(20_000, () => socket.destroy())
    socket.write(text)
  })
}

/** Sends a request, and does not read the answer for a while. */
export function unread({ url }: Wire, path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve) => {
    const socket = open(url)
    socket.pause()
    socket.write(headOf(path, headers).replace('POST', 'GET'))
    setTimeout(() => {
      socket.destroy()
      resolve(0)
    }, 5000)
  })
}

/**
 * Sends a request, reads single bytes of the answer for a time, and then the rest.
 *
 * @returns 200 for a complete answer, otherwise 0.
 */
export function drip(
  { url }: Wire,
  path: string,
  headers: Readonly<Record<string, string>>,
  forMs: number,
): Promise<number> {
  return new Promise((resolve) => {
    const socket = open(url)
    let last = ''
    socket.pause()
    socket.once('close', () => resolve(last.endsWith('\r\n0\r\n\r\n') ? 200 : 0))
    socket.write(headOf(path, { ...headers, connection: 'close' }).replace('POST', 'GET'))
    let startedAt: number | null = null
    const timer = setInterval(() => {
      if (socket.read(1) !== null) startedAt ??= performance.now()
      if (!socket.destroyed && (startedAt === null || performance.now() - startedAt < forMs)) return
      clearInterval(timer)
      socket.on('data', (part) => {
        last = (last + String(part)).slice(-20)
      })
      socket.resume()
    }, 200)
  })
}

function open(url: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  return socket
}

export async function repeat(count: number, one: () => Promise<number>): Promise<AnswersByStatus> {
  const answers = new Map<number, number>()
  for (let index = 0; index < count; index++) add(answers, await one())
  return answers
}

export async function together(count: number, one: () => Promise<number>): Promise<AnswersByStatus> {
  const answers = new Map<number, number>()
  for (const answer of await Promise.all(Array.from({ length: count }, one))) add(answers, answer)
  return answers
}

function add(answers: Map<number, number>, answer: number): void {
  answers.set(answer, (answers.get(answer) ?? 0) + 1)
}
