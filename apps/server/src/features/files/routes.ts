import { fileCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { readUpload } from '../../platform/http/read-upload.ts'
import { route } from '../../platform/http/route.ts'
import { downloadFile } from './download-file.ts'
import { uploadFile, uploadLimits } from './upload-file.ts'

export function registerFiles(app: FastifyInstance, { db, runtime }: AppContext): void {
  route(app, fileCalls.upload, async ({ user, request }) =>
    uploadFile(runtime, user, await readUpload(request, uploadLimits)),
  )
  route(app, fileCalls.download, ({ user, params }) => downloadFile(db, user, params.id))
}
