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

/** Registers the calls on user imports from a file. */
export function registerUserImports(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  route(app, userImportCalls.upload, async ({ request, body: { files } }) => {
    const [file] = files
    if (file === undefined) return refuse('request.invalid', 'Expected a part “file” with one file, but there is none.')
    const id = await uploadUserImport(context, request, file)
    return id instanceof Refusal ? id : getUserImport(db, request, id)
  })
  route(app, userImportCalls.read, ({ request, query }) => readUserImport(db, request, query))
  route(
    app,
    userImportCalls.check,
    async ({ request, params: { id }, body }) =>
      (await checkUserImport(context, request, { id, ...body })) ?? getUserImport(db, request, id),
  )
  route(
    app,
    userImportCalls.start,
    async ({ request, params: { id } }) =>
      (await startUserImport(context, request, id)) ?? getUserImport(db, request, id),
  )
  route(
    app,
    userImportCalls.cancel,
    async ({ request, params: { id } }) =>
      (await cancelUserImport(context, request, id)) ?? getUserImport(db, request, id),
  )
  route(app, userImportCalls.report, ({ request, params }) => reportUserImport(db, request, params.id))
}
