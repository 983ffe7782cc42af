import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import { idParams } from './values.ts'

/** A file that has been uploaded: `FileValue` of `@millrace/forms`. */
export const storedFile = z.object({
  id: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** The MIME type that the browser reported. */
  type: z.string(),
})

/** The roles that fill in forms: operators work on any task. */
const audience = ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'] as const

export const fileCalls = defineCalls('files', {
  /**
   * Uploads a file of a form. Body: one part `file`. The file is kept for a day, and permanently once a form that names
   * it is submitted.
   */
  upload: defineCall({
    method: 'POST',
    path: '/files',
    summary: 'Uploads one file of a form.',
    tag: 'Files',
    audience,
    scope: 'work',
    touches: [],
    happensOnce: true,
    body: 'multipart',
    // The total that a form may carry. Fields have limits of their own.
    parts: { files: 1, fileSize: limits.allFiles, isStaged: true },
    bodyLimit: limits.allFiles + limits.jsonBody,
    answer: storedFile,
    errors: ['request.too-large', 'file.refused', 'file.infected', 'file.not-scanned', 'file.store-away'],
  }),
  /**
   * Downloads a file as an attachment: for the user who uploaded it, and for users who may see an instance that holds
   * it.
   */
  download: defineCall({
    method: 'GET',
    path: '/files/{id}',
    summary: 'Downloads a file of a form.',
    tag: 'Files',
    audience,
    params: idParams,
    answer: 'file',
    errors: ['file.store-away'],
  }),
})
