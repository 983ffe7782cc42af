import type { FastifyInstance } from 'fastify'
import { reasonOf, StartFailure } from '../start-failure.ts'
import { type Listening, listen } from './listen.ts'

interface Place {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
}

/**
 * Listens where the configuration says. The address is one that people can open: `localhost` for all addresses of the
 * machine.
 *
 * @throws StartFailure when the port or the host cannot be used.
 */
export async function listenAt(app: FastifyInstance, { host, port }: Place): Promise<Listening> {
  try {
    const listening = await listen(app, { host, port })
    const address = new URL(listening.url)
    if (['127.0.0.1', '0.0.0.0', '[::1]', '[::]'].includes(address.hostname)) address.hostname = 'localhost'
    return { ...listening, url: address.origin }
  } catch (error) {
    throw describeListenFailure(error, host, port)
  }
}

function describeListenFailure(error: unknown, host: string, port: number): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartFailure(
        `Expected port ${port} of ${host} to be free, but another program uses it. Set PORT to another one.`,
      )
    case 'EACCES':
      return new StartFailure(
        `Expected to be allowed to listen on port ${port}, but this user is not. Set PORT to 1024 or more.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartFailure(
        `Expected HOST to be an address of this machine, but “${host}” is not: ${reasonOf(error)}.`,
      )
    default:
      return error
  }
}
