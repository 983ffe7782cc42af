import { packageCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { cancelImport } from '../../operations/packages/cancel-import.ts'
import { collect } from '../../operations/packages/collect.ts'
import { exportPackage } from '../../operations/packages/export-package.ts'
import { readPackage } from '../../operations/packages/read-package.ts'
import { rollBackImport } from '../../operations/packages/roll-back-import.ts'
import { startImport } from '../../operations/packages/start-import.ts'
import { createInstallationKey } from '../../platform/auth/installation-key.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { getImport, listLastImports } from './get-import.ts'
import { listContents } from './list-contents.ts'
import { presentCollected } from './present-collected.ts'

export function registerPackages(app: FastifyInstance, context: AppContext): void {
  const { db, build, secret } = context
  const withKey = { ...context, key: createInstallationKey(secret), version: build.version }
  route(app, packageCalls.contents, ({ user }) => listContents(db, user))
  route(app, packageCalls.preview, async ({ user, body }) => {
    const collected = await collect(context, user, body)
    return collected instanceof Refusal ? collected : presentCollected(collected)
  })
  route(app, packageCalls.export, async ({ user, body }) => {
    const exported = await exportPackage(withKey, user, body)
    if (exported instanceof Refusal) return exported
    return { content: exported.bytes, contentType: 'application/zip', fileName: exported.fileName }
  })
  route(app, packageCalls.imports, ({ user }) => listLastImports(db, user))
  route(app, packageCalls.read, async ({ user, body: { files } }) => {
    const [file] = files
    if (file === undefined)
      return refuse('package.invalid', 'Expected a part “file” with a package, but there is none. Choose a file.')
    const id = await readPackage(context, user, file)
    return id instanceof Refusal ? id : { id }
  })
  route(app, packageCalls.get, ({ user, params }) => getImport(withKey, user, params.id))
  route(app, packageCalls.start, ({ user, params: { id }, body: decisions }) =>
    startImport(withKey, user, { id, decisions }),
  )
  route(app, packageCalls.cancel, ({ user, params }) => cancelImport(context, user, params.id))
  route(app, packageCalls.rollBack, ({ user, params }) => rollBackImport(context, user, params.id))
}
