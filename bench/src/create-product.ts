import { defaultBudgets } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../../apps/server/src/app.ts'
import type { Signals } from '../../apps/server/src/platform/db/signals.ts'
import { createFolderClient } from '../../apps/server/src/platform/outgoing/folder-client.ts'
import { openInstallationSettings } from '../../apps/server/src/platform/settings/installation-settings.ts'
import type { Runtime } from '../../apps/server/src/runtime/runtime.ts'

/**
 * Creates the whole server around a runtime as in production, without the connections to external systems and without
 * the browser application.
 */
export async function createProduct(runtime: Runtime, signals: Signals): Promise<FastifyInstance> {
  const secret = 'the secret of a benchmark, long enough'
  return createApp(
    {
      config: {
        apiBase: '/api',
        logLevel: 'warn',
        trustedProxies: ['loopback'],
        publicUrl: null,
        corsOrigins: [],
        checksRestRights: true,
        sso: null,
        captcha: null,
        licenceKeys: [],
        budgets: { ...defaultBudgets },
        metricsToken: null,
        traces: null,
      },
      settings: await openInstallationSettings({ db: runtime.db, signals, secret, fixed: {} }),
      db: runtime.db,
      threads: runtime.threads,
      files: runtime.files,
      signals,
      clock: runtime.clock,
      secret,
      build: { name: 'Millrace', version: '0', commit: '0', modellerVersion: '0' },
      outgoing: { send: () => Promise.reject(new Error('Expected no call to the outside in a benchmark.')) },
      databases: {
        ask: () => Promise.reject(new Error('Expected no question to the outside in a benchmark.')),
        read: () => Promise.reject(new Error('Expected no read of another database in a benchmark.')),
      },
      directories: runtime.directories,
      folders: createFolderClient({ roots: [] }),
      remoteFolders: {
        check: () => Promise.reject(new Error('Expected no other machine in a benchmark.')),
        open: () => Promise.reject(new Error('Expected no other machine in a benchmark.')),
      },
      brokers: {
        check: () => Promise.reject(new Error('Expected no message broker in a benchmark.')),
        send: () => Promise.reject(new Error('Expected no message broker in a benchmark.')),
        open: () => Promise.reject(new Error('Expected no message broker in a benchmark.')),
        topics: {
          check: () => Promise.reject(new Error('Expected no message broker in a benchmark.')),
          send: () => Promise.reject(new Error('Expected no message broker in a benchmark.')),
          open: () => Promise.reject(new Error('Expected no message broker in a benchmark.')),
        },
      },
      mailboxes: {
        check: () => Promise.reject(new Error('Expected no mailbox in a benchmark.')),
        open: () => Promise.reject(new Error('Expected no mailbox in a benchmark.')),
      },
      isReady: () => true,
      scanner: null,
      webFolder: '/nowhere',
    },
    runtime,
  )
}
