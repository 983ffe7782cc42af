import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findRoom } from '../apps/server/src/testing/find-room.ts'
import { openMailServer } from '../apps/server/src/testing/mail-server.ts'
import { type FreshServer, type FreshServerOptions, startFreshServer } from '../scripts/fresh-server.ts'
import { findInstalledBrowser, unpackChromium } from './browser.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the server of the journeys is, with the sample application and its demo users. */
    serverUrl: string
    /** Where it has its data, for commands of the platform. */
    serverFolder: string
    /** A folder that file connections may read. */
    filesFolder: string
    /** Where each mail that it has sent is a file of JSON. */
    mailFolder: string
  }
}

/** Sets up Vitest: one server for all journeys, a mail server, and the unpacked browser. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const mailFolder = mkdtempSync(join(tmpdir(), 'millrace-mails-'))
  const filesFolder = mkdtempSync(join(tmpdir(), 'millrace-exchange-'))
  let count = 0
  const mails = await openMailServer((mail) => writeFileSync(join(mailFolder, `${++count}.json`), JSON.stringify(mail)))
  const environment = {
    MILLRACE_SMTP_URL: mails.url,
    MILLRACE_MAIL_FROM: 'millrace@example.org',
    // Where services of journeys are.
    MILLRACE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
    MILLRACE_FILE_ROOTS: filesFolder,
  }
  const [{ url, dataFolder, stop }] = await Promise.all([
    startServer(environment, { withBrowser: true }),
    findInstalledBrowser() ?? unpackChromium(),
  ])
  provide('serverUrl', url)
  provide('serverFolder', dataFolder)
  provide('mailFolder', mailFolder)
  provide('filesFolder', filesFolder)
  return async () => {
    await stop()
    await mails.close()
    for (const folder of [mailFolder, filesFolder]) rmSync(folder, { recursive: true, force: true })
  }
}

/** The password of all demo users. */
export const demoPassword = 'millrace-demo'

/**
 * Starts a separate server with the sample application.
 *
 * @param withBrowser builds the browser application before, where it is stale. The set-up does that for all journeys.
 */
export function startServer(
  environment: Readonly<Record<string, string>> = {},
  { withBrowser = false }: Pick<FreshServerOptions, 'withBrowser'> = {},
): Promise<FreshServer> {
  return startFreshServer({
    environment: { MILLRACE_SAMPLES: 'on', MILLRACE_ADMIN_PASSWORD: 'administrator-1', ...environment },
    withBrowser,
    room: findRoom(),
  })
}
