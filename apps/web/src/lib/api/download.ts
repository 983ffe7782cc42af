import type { Call } from '@millrace/contract'
import { saveBlob } from '../save-blob.ts'
import { call } from './call.ts'
import type { ReceivedFile } from './send.ts'

/**
 * Fetches a file of a call that reads, and hands it to the browser to save. It is fetched by the program and not by a
 * link, so that a refusal is a sentence on the page and not a page of its own.
 *
 * @throws ApiError
 */
export async function download(path: Call['path'], query: Readonly<Record<string, unknown>>): Promise<void> {
  const contract = { method: 'GET', path, summary: '', tag: '', audience: 'signed-in', answer: 'file' } as const
  saveFile(await call<Call>(contract, { query } as never))
}

/** Hands what a call for a file has answered to the browser to save. */
export function saveFile(answer: unknown): void {
  const { name, content } = answer as ReceivedFile
  saveBlob(content, name)
}
