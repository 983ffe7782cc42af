import { fileCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { uploadFile } from '../../operations/files/upload-file.ts'
import { route } from '../../platform/http/route.ts'
import { downloadFile } from './download-file.ts'

export function registerFiles(app: FastifyInstance, context: AppContext): void {
  route(app, fileCalls.upload, ({ request, body }) => uploadFile(context, request, body))
  route(app, fileCalls.download, ({ request, params }) => downloadFile(context.runtime, request, params.id))
}
