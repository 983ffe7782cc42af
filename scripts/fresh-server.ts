import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './run-tool.ts'

export interface FreshServer {
  readonly url: string
  /** The password of the user `admin`, made for this server alone. */
  readonly password: string
  /** Ends the server and its database, and removes their data. */
  stop(): Promise<void>
}

/**
 * Starts a server with nothing in it: a PostgreSQL of its own in a temporary folder, a free port, no browser application.
 *
 * @param environment variables beside those, such as `MILLRACE_ROLES`.
 * @throws Error with what the server printed when it does not start.
 */
export async function startFreshServer(environment: Readonly<Record<string, string>>): Promise<FreshServer> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-fresh-'))
  const password = randomBytes(12).toString('base64url')
  const child = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], {
    // Nothing of ours gets in: not the database and not the settings of whoever calls.
    env: {
      PATH: process.env.PATH ?? '',
      HOST: '127.0.0.1',
      PORT: '0',
      MILLRACE_DATA: dataFolder,
      MILLRACE_ADMIN_PASSWORD: password,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A Ctrl-C is for us: we end the server when we are done with it.
    detached: true,
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  try {
    return { url: await readUrl(child.stdout, ended), password, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The server prints its address when it takes requests. */
async function readUrl(output: NodeJS.ReadableStream, ended: Promise<unknown>): Promise<string> {
  let text = ''
  const found = new Promise<string>((resolve) => {
    output.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const url = /Millrace is at (\S+)/.exec(text)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
  const failed = ended.then(() => {
    throw new Error(`Expected the server to start, but it ended and printed: ${text}`)
  })
  return Promise.race([found, failed])
}
