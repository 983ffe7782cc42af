import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runServer } from '../apps/server/src/testing/run-server.ts'

export interface FreshServer {
  readonly url: string
  /** The password of the user `admin`, made for this server alone where the environment says none. */
  readonly password: string
  /** Where it and its database have their data. */
  readonly dataFolder: string
  readonly pid: number | undefined
  /** All that it printed up to now. */
  output(): string
  hasEnded(): boolean
  /**
   * Ends the server and its database, and keeps their data; kills the server alone where the signal says so.
   *
   * @returns what starts them again, at the same address.
   */
  pause(signal?: 'SIGTERM' | 'SIGKILL'): Promise<() => Promise<void>>
  /** Ends the server and its database, and removes their data. */
  stop(): Promise<void>
}

export interface FreshServerOptions {
  /** Variables beside those that every fresh server has, such as `MILLRACE_ROLES`. */
  readonly environment?: Readonly<Record<string, string>>
  /** Serves the browser application as well, built where it is stale. */
  readonly withBrowser?: boolean
  /** The folder that its data folder is made in; the temporary one by default. */
  readonly room?: string
}

/**
 * Starts an empty server with its own PostgreSQL in a temporary folder, on a free port.
 *
 * @throws Error with the output of the server when it does not start.
 */
export async function startFreshServer({
  environment = {},
  withBrowser = false,
  room = tmpdir(),
}: FreshServerOptions = {}): Promise<FreshServer> {
  const dataFolder = mkdtempSync(join(room, 'millrace-fresh-'))
  const password = environment.MILLRACE_ADMIN_PASSWORD ?? randomBytes(12).toString('base64url')
  const start = (port: string) =>
    runServer({
      // Nothing of ours gets in: not the database and not the settings of whoever calls.
      env: {
        HOST: '127.0.0.1',
        PORT: port,
        MILLRACE_DATA: dataFolder,
        MILLRACE_ADMIN_PASSWORD: password,
        LOG_LEVEL: 'warn',
        ...environment,
      },
      ...(withBrowser && { script: join(import.meta.dirname, 'start.ts') }),
    })
  let run = start('0')
  const end = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    run.child.kill(signal)
    await run.ended()
  }
  const stop = async () => {
    await end()
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  try {
    const url = await run.url()
    return {
      ...{ url, password, dataFolder, stop },
      get pid() {
        return run.child.pid
      },
      output: () => run.output(),
      hasEnded: () => run.child.exitCode !== null || run.child.signalCode !== null,
      pause: async (signal) => {
        await end(signal)
        return async () => {
          run = start(new URL(url).port)
          await run.url()
        }
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
