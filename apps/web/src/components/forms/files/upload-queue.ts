import type { UploadFile } from './upload-refused.ts'

/** The specification's number of parallel uploads, for all forms of the page together. */
const parallelLimit = 10

let running = 0
const waiting: (() => void)[] = []

/** Uploads a file when it is next in the queue. Rejects when the upload fails, or is aborted while it waits. */
export async function uploadInTurn(
  upload: UploadFile,
  file: File,
  options: Parameters<UploadFile>[1],
): ReturnType<UploadFile> {
  if (running >= parallelLimit) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    options.signal.throwIfAborted()
    return await upload(file, options)
  } finally {
    const next = waiting.shift()
    // A waiting upload takes over the place of this one.
    if (next) next()
    else running -= 1
  }
}
