import type { TestProject } from 'vitest/node'
import { type FreshServer, startFreshServer } from '../scripts/fresh-server.ts'
import { findInstalledBrowser, unpackChromium } from './browser.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the server of the journeys is, with the sample application and its demo users. */
    serverUrl: string
    /** Where it has its data, for commands of the platform. */
    serverFolder: string
  }
}

/** Vitest's global set-up: one server for all journeys, and the browser unpacked. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const [{ url, dataFolder, stop }] = await Promise.all([startServer(), findInstalledBrowser() ?? unpackChromium()])
  provide('serverUrl', url)
  provide('serverFolder', dataFolder)
  return stop
}

/** The password of all demo users. */
export const demoPassword = 'millrace-demo'

/** A server of its own with the sample application. */
export function startServer(): Promise<FreshServer> {
  return startFreshServer({
    environment: { MILLRACE_SAMPLES: 'on', MILLRACE_ADMIN_PASSWORD: 'administrator-1' },
    withBrowser: true,
  })
}
