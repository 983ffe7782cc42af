import type { FileValue } from '@millrace/forms'

/**
 * Sends one file, and tells how far it has come, in bytes of what is sent. Rejects with `UploadRefused` when the file
 * will never be taken; with anything else, whose message is not shown, when it can be tried again.
 */
export type UploadFile = (
  file: File,
  options: { key: string; signal: AbortSignal; onProgress: (sent: number, total: number) => void },
) => Promise<FileValue>

/** A file that is refused for what it is. The message is shown. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused'
}
