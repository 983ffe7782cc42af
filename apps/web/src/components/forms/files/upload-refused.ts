import type { FileValue } from '@millrace/forms'

/**
 * Uploads a file, and reports progress in sent bytes. Rejects with `UploadRefused` when the file will never be
 * accepted; with another error, whose message is not shown, when it can be retried.
 */
export type UploadFile = (
  file: File,
  options: { key: string; signal: AbortSignal; onProgress: (sent: number, total: number) => void },
) => Promise<FileValue>

/** The error of a file that will never be accepted. Its message is shown. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused'
}
