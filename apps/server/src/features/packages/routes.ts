import { packageCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { cancelImport } from '../../operations/packages/cancel-import.ts'
import { collect } from '../../operations/packages/collect.ts'
import { dismissImport } from '../../operations/packages/dismiss-import.ts'
import { exportPackage } from '../../operations/packages/export-package.ts'
import { readPackage } from '../../operations/packages/read-package.ts'
import { rollBackImport } from '../../operations/packages/roll-back-import.ts'
import { startImport } from '../../operations/packages/start-import.ts'
import { createInstallationKey } from '../../platform/auth/installation-key.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { getImport, listLastImports, listWaiting } from './get-import.ts'
import { listContents } from './list-contents.ts'
import { presentCollected } from './present-collected.ts'

export function registerPackages(app: FastifyInstance, context: AppContext): void {
  const { db, build, secret } = context
  const withKey = { ...context, key: createInstallationKey(secret), version: build.version }
  route(app, packageCalls.contents, ({ request }) => listContents(db, request))
  route(app, packageCalls.preview, async ({ request, body }) => {
    const collected = await collect(context, request, body)
    return collected instanceof Refusal ? collected : presentCollected(collected)
  })
  route(app, packageCalls.export, async ({ request, body }) => {
    const exported = await exportPackage(withKey, request, body)
    if (exported instanceof Refusal) return exported
    return { content: exported.bytes, contentType: 'application/zip', fileName: exported.fileName }
  })
  route(app, packageCalls.imports, ({ request }) => listLastImports(db, request))
  route(app, packageCalls.inbox, ({ request }) => listWaiting(db, request))
  route(app, packageCalls.read, async ({ request, body: { files } }) => {
    const [file] = files
    if (file === undefined)
      return refuse('package.invalid', 'Expected a part “file” with a package, but there is none. Choose a file.')
    const id = await readPackage(context, request, file)
    return id instanceof Refusal ? id : { id }
  })
  route(app, packageCalls.get, ({ request, params }) => getImport(withKey, request, params.id))
  route(app, packageCalls.start, ({ request, params: { id }, body: decisions }) =>
    startImport(withKey, request, { id, decisions }),
  )
  route(app, packageCalls.cancel, ({ request, params }) => cancelImport(context, request, params.id))
  route(app, packageCalls.dismiss, ({ request, params: { id }, body: { reason } }) =>
    dismissImport(context, request, { id, reason }),
  )
  route(app, packageCalls.rollBack, ({ request, params }) => rollBackImport(context, request, params.id))
}
