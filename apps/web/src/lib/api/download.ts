import type { Call } from '@millrace/contract'
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
  const url = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
