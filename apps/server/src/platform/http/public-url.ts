import type { Server } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/**
 * Returns the address at which browsers and clients reach the server, without a slash at the end: the configured one,
 * else the listening address. The Host header is never used, because callers could choose where links in answers lead.
 */
export function publicUrlOf({ publicUrl }: Pick<Config, 'publicUrl'>, { server }: FastifyRequest): string {
  return publicUrl ?? listeningUrl(server.server)
}

/** The system is asked once for each server: it would be for each call of `/engine-rest`. */
const known = new WeakMap<Server, string>()

function listeningUrl(server: Server): string {
  const url = known.get(server) ?? findListeningUrl(server)
  if (server.listening) known.set(server, url)
  return url
}

function findListeningUrl(server: Server): string {
  const listening = server.address()
  if (listening === null || typeof listening === 'string') return 'http://localhost'
  const { address, family, port } = listening
  const isOwn = ['127.0.0.1', '0.0.0.0', '::1', '::'].includes(address)
  return `http://${isOwn ? 'localhost' : family === 'IPv6' ? `[${address}]` : address}:${port}`
}
