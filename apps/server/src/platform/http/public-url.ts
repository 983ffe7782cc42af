import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Where browsers reach the server, without a slash at the end: as configured, else where the request came to. */
export function publicUrlOf({ publicUrl }: Pick<Config, 'publicUrl'>, { protocol, host }: FastifyRequest): string {
  return publicUrl ?? `${protocol}://${host}`
}
