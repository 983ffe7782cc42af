import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runServer } from '../apps/server/src/testing/run-server.ts'

export interface FreshServer {
  readonly url: string
  /** Of the user `admin`, made for this server alone where the environment says none. */
  readonly password: string
  /** Where it and its database have their data. */
  readonly dataFolder: string
  readonly pid: number | undefined
  /** All that it printed up to now. */
  output(): string
  hasEnded(): boolean
  /** Ends the server and its database, and removes their data. */
  stop(): Promise<void>
}

export interface FreshServerOptions {
  /** Variables beside those that every fresh server has, such as `MILLRACE_ROLES`. */
  readonly environment?: Readonly<Record<string, string>>
  /** Serves the browser application as well, built where it is stale. */
  readonly withBrowser?: boolean
}

/**
 * Starts a server with nothing in it: a PostgreSQL of its own in a temporary folder, and a free port.
 *
 * @throws Error with what the server printed when it does not start.
 */
export async function startFreshServer({
  environment = {},
  withBrowser = false,
}: FreshServerOptions = {}): Promise<FreshServer> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-fresh-'))
  const password = environment.MILLRACE_ADMIN_PASSWORD ?? randomBytes(12).toString('base64url')
  const { child, url, output, ended } = runServer({
    // Nothing of ours gets in: not the database and not the settings of whoever calls.
    env: {
      HOST: '127.0.0.1',
      PORT: '0',
      MILLRACE_DATA: dataFolder,
      MILLRACE_ADMIN_PASSWORD: password,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    ...(withBrowser && { script: join(import.meta.dirname, 'start.ts') }),
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended()
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  try {
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null
    return { url: await url(), password, dataFolder, pid: child.pid, output, hasEnded, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
