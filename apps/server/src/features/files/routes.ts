import { fileCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { uploadFile, uploadLimits } from '../../operations/files/upload-file.ts'
import { readUpload } from '../../platform/http/read-upload.ts'
import { route } from '../../platform/http/route.ts'
import { downloadFile } from './download-file.ts'

export function registerFiles(app: FastifyInstance, context: AppContext): void {
  route(app, fileCalls.upload, async ({ user, request }) =>
    uploadFile(context, user, await readUpload(request, uploadLimits)),
  )
  route(app, fileCalls.download, ({ user, params }) => downloadFile(context.db, user, params.id))
}
