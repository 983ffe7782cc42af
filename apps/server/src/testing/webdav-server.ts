import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestCertificate } from './certificates.ts'

export interface WebDavServer {
  /** Without a slash at the end. */
  readonly url: string
  /** Contents by their decoded paths, as they are now. */
  readonly files: Map<string, Buffer>
  /** Methods and paths, as they arrived. */
  readonly requests: string[]
  close(): Promise<void>
}

export interface WebDavOptions {
  readonly username: string
  readonly password: string
  /** Contents by their decoded paths. Each folder above one exists. */
  readonly files: Readonly<Record<string, string>>
  readonly certificate?: TestCertificate
  /** Answers by itself where it returns true. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => boolean
}

const time = 'Tue, 14 Nov 2023 22:13:20 GMT'

/** Starts a WebDAV server in the test process, with files in memory. */
export async function openWebDavServer(options: WebDavOptions): Promise<WebDavServer> {
  const { username, password, certificate, answer } = options
  const files = new Map(Object.entries(options.files).map(([path, content]) => [path, Buffer.from(content)]))
  const requests: string[] = []
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const isFolder = (path: string) => path === '' || [...files.keys()].some((name) => name.startsWith(`${path}/`))
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request
    const path = decodeURIComponent(url).replace(/\/$/, '')
    requests.push(`${method} ${path}`)
    const end = (status: number, body: Buffer | string = '') => response.writeHead(status).end(body)
    if (headers.authorization !== authorization) return end(401)
    const content = await buffer(request)
    if (answer?.(request, response) === true) return
    const file = files.get(path)
    switch (method) {
      case 'PROPFIND': {
        if (file === undefined && !isFolder(path)) return end(404)
        const inside = [...files.keys()].filter((name) => name.slice(0, name.lastIndexOf('/')) === path)
        const listed = headers.depth === '1' ? [path, ...inside] : [path]
        return end(207, multistatus(listed.map((one) => describe(one, files.get(one)))))
      }
      case 'GET':
        return file === undefined ? end(404) : end(200, file)
      case 'PUT':
        if (!isFolder(path.slice(0, path.lastIndexOf('/')))) return end(409)
        files.set(path, content)
        return end(201)
      case 'MOVE': {
        const target = decodeURIComponent(new URL(String(headers.destination)).pathname)
        if (file === undefined) return end(404)
        if (files.has(target) && headers.overwrite === 'F') return end(412)
        files.delete(path)
        files.set(target, file)
        return end(201)
      }
      case 'DELETE':
        return end(files.delete(path) ? 204 : 404)
      default:
        return end(405)
    }
  }
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    request.on('error', () => {})
    serve(request, response).catch(() => response.destroy())
  }
  const server =
    certificate === undefined
      ? createServer(handle)
      : createSecureServer({ cert: certificate.certificate, key: certificate.key }, handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    files,
    requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function describe(path: string, content: Buffer | undefined): string {
  const type = content === undefined ? '<d:collection/>' : ''
  const size = content === undefined ? '' : `<d:getcontentlength>${content.length}</d:getcontentlength>`
  return responseOf(
    encodeURI(content === undefined ? `${path}/` : path),
    `<d:resourcetype>${type}</d:resourcetype>${size}`,
  )
}

/** Returns the XML of one resource in an answer to PROPFIND. */
export function responseOf(href: string, props: string): string {
  return `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${props}<d:getlastmodified>${time}</d:getlastmodified></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`
}

export function multistatus(responses: readonly string[]): string {
  return `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">${responses.join('')}</d:multistatus>`
}
