import { userImportCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { cancelUserImport } from '../../operations/user-imports/cancel-user-import.ts'
import { checkUserImport } from '../../operations/user-imports/check-user-import.ts'
import { startUserImport } from '../../operations/user-imports/start-user-import.ts'
import { uploadUserImport } from '../../operations/user-imports/upload-user-import.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { getUserImport, readUserImport } from './get-user-import.ts'
import { reportUserImport } from './report-user-import.ts'

/** The import of users from a file. */
export function registerUserImports(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  route(app, userImportCalls.upload, async ({ user, body: { files } }) => {
    const [file] = files
    if (file === undefined) return refuse('request.invalid', 'Expected a part “file” with one file, but there is none.')
    const id = await uploadUserImport(context, user, file)
    return id instanceof Refusal ? id : getUserImport(db, user, id)
  })
  route(app, userImportCalls.read, ({ user, query }) => readUserImport(db, user, query))
  route(
    app,
    userImportCalls.check,
    async ({ user, params: { id }, body }) =>
      (await checkUserImport(context, user, { id, ...body })) ?? getUserImport(db, user, id),
  )
  route(
    app,
    userImportCalls.start,
    async ({ user, params: { id } }) => (await startUserImport(context, user, id)) ?? getUserImport(db, user, id),
  )
  route(
    app,
    userImportCalls.cancel,
    async ({ user, params: { id } }) => (await cancelUserImport(context, user, id)) ?? getUserImport(db, user, id),
  )
  route(app, userImportCalls.report, ({ user, params }) => reportUserImport(db, user, params.id))
}
