import { setTimeout as sleep } from 'node:timers/promises'
import { runServer, type ServerRun } from '../../apps/server/src/testing/run-server.ts'

/** A server that is started again whenever it ends, like a service of a machine. */
export interface KeptServer {
  /** Null while there is none that listens. */
  url(): string | null
  /** Waits until it listens. */
  up(): Promise<void>
  kill(): void
  stop(): Promise<void>
}

export const password = 'a password for the administrator'
export const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`

export function keepServer(environment: Readonly<Record<string, string>>): KeptServer {
  let isOver = false
  let current: ServerRun | null = null
  let url: string | null = null

  const keep = async () => {
    while (!isOver) {
      const server = runServer({
        env: {
          HOST: '127.0.0.1',
          PORT: '0',
          LOG_LEVEL: 'silent',
          MILLRACE_ADMIN_PASSWORD: password,
          MILLRACE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
          ...environment,
        },
      })
      current = server
      url = await server.url().catch(() => null)
      if (isOver) server.child.kill('SIGTERM')
      await server.ended()
      url = null
      if (!isOver) await sleep(500)
    }
  }
  const kept = keep()
  return {
    url: () => url,
    up: async () => {
      while (url === null) await sleep(50)
    },
    kill: () => current?.child.kill('SIGKILL'),
    stop: async () => {
      isOver = true
      current?.child.kill('SIGTERM')
      await kept
    },
  }
}
