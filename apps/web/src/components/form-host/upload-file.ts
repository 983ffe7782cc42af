import { api } from '@millrace/contract'
import { ApiError } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { fetchWithProgress } from '../../lib/api/fetch-with-progress.ts'
import { type UploadFile, UploadRefused } from '../forms/files/upload-refused.ts'

/** Uploads a file of a form. Refusals of the server are shown unchanged; other errors can be retried. */
export const uploadFile: UploadFile = (file, progress) =>
  sendFile(file, progress, (input) => call(api.files.upload, input))

/**
 * Returns the function that uploads files for the form of a public link.
 *
 * @param findPass finds the proof that the captcha was solved; an empty object where the link has none.
 */
export function uploadByLink(token: string, findPass: FindPass): UploadFile {
  return (file, progress) =>
    sendFile(file, progress, async (input) =>
      call(api.openForms.upload, { ...input, params: { token }, query: await findPass() }),
    )
}

export type FindPass = () => Promise<{ readonly visit?: string; readonly pass?: string }>

interface FileInput {
  readonly body: FormData
  readonly signal: AbortSignal
  readonly transport: typeof fetch
}

async function sendFile(
  file: File,
  { signal, onProgress }: Parameters<UploadFile>[1],
  send: (input: FileInput) => ReturnType<UploadFile>,
): ReturnType<UploadFile> {
  const body = new FormData()
  body.append('file', file)
  try {
    return await send({ body, signal, transport: fetchWithProgress(onProgress) })
  } catch (error) {
    if (error instanceof ApiError && isVerdict(error)) throw new UploadRefused(describeError(error).message)
    throw error
  }
}

/** Returns whether the file itself is at fault: the same one would be refused again. */
function isVerdict({ status }: ApiError): boolean {
  return status === 400 || status === 403 || status === 413 || status === 422
}
