import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findInstalledBrowser, unpackChromium } from './browser.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the server of the journeys is, with the sample application and its demo users. */
    serverUrl: string
    /** Where it has its data, for commands of the platform. */
    serverFolder: string
  }
}

const project = join(import.meta.dirname, '..')

/** Vitest's global set-up: one server for all journeys, and the browser unpacked. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const [{ url, dataFolder, stop }] = await Promise.all([startServer(), findInstalledBrowser() ?? unpackChromium()])
  provide('serverUrl', url)
  provide('serverFolder', dataFolder)
  return stop
}

/** The password of all demo users. */
export const demoPassword = 'millrace-demo'

export interface SampleServer {
  readonly url: string
  readonly dataFolder: string
  /** Ends it and forgets its data. */
  readonly stop: () => Promise<void>
}

/** Builds the browser application where it is stale, and starts a server of its own with the sample application. */
export async function startServer(): Promise<SampleServer> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-journeys-'))
  const server = spawn(process.execPath, [join(project, 'scripts/start.ts')], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
      PORT: '0',
      MILLRACE_DATA: dataFolder,
      MILLRACE_SAMPLES: 'on',
      MILLRACE_ADMIN_PASSWORD: 'administrator-1',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(server, 'exit')
  const url = await readUrl(server.stdout, exit)
  return {
    url,
    dataFolder,
    stop: async () => {
      server.kill('SIGTERM')
      await exit
      rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** The server prints its address when it takes requests. */
async function readUrl(output: NodeJS.ReadableStream, exit: Promise<unknown>): Promise<string> {
  let text = ''
  const found = new Promise<string>((resolve) => {
    output.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const url = /Millrace is at (\S+)/.exec(text)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
  const ended = exit.then(() => {
    throw new Error(`Expected the server of the journeys to start, but it ended and printed: ${text}`)
  })
  return Promise.race([found, ended])
}
