import type { Call } from '@millrace/contract'
import { saveBlob } from '../save-blob.ts'
import { call } from './call.ts'
import type { ReceivedFile } from './send.ts'

/**
 * Fetches a file of a call that reads, and lets the browser save it. The application fetches it instead of a link, so
 * that a refusal is a message on the page and not a page of its own.
 *
 * @throws ApiError
 */
export async function download(path: Call['path'], query: Readonly<Record<string, unknown>>): Promise<void> {
  const contract = { method: 'GET', path, summary: '', tag: '', audience: 'signed-in', answer: 'file' } as const
  saveFile(await call<Call>(contract, { query } as never))
}

/** Lets the browser save the file in the answer of a call. */
export function saveFile(answer: unknown): void {
  const { name, content } = answer as ReceivedFile
  saveBlob(content, name)
}
