import type { Call } from '@millrace/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Content, getBytes } from '../uploads/content.ts'
import { type StagingContext, withStaging } from '../uploads/staging.ts'
import { type PartLimits, readParts } from './read-parts.ts'

declare module 'fastify' {
  interface FastifyInstance {
    withUpload: WithUpload
  }
}

interface UploadRequest {
  readonly request: FastifyRequest
  /** The id of who sends it. */
  readonly workplaceId: string
  readonly parts: NonNullable<Call['parts']>
}

/** Lends what came in a multipart body. What of it waits in the database is let go of afterwards. */
type WithUpload = <T>(from: UploadRequest, work: (upload: Upload) => Promise<T>) => Promise<T>

export interface UploadedFile {
  /** Name of the part. */
  readonly field: string
  /** The file name without folders. */
  readonly name: string
  /** The media type as the sender states it. */
  readonly type: string
  readonly content: Content
}

export interface Upload {
  readonly fields: ReadonlyMap<string, string>
  readonly files: readonly UploadedFile[]
}

export function addUploads(app: FastifyInstance, context: StagingContext): void {
  const withUpload: WithUpload = async ({ request, workplaceId, parts: { isStaged = false, ...limits } }, work) => {
    if (!isStaged) return work(await readUpload(request, limits))
    return withStaging(context, workplaceId, async ({ take }) =>
      work(await readUpload(request, { ...limits, staging: { take, isFor: () => true } })),
    )
  }
  app.decorate('withUpload', withUpload)
}

/** Files apart from plain fields. */
async function readUpload(request: FastifyRequest, limits: PartLimits): Promise<Upload> {
  const parts = await readParts(request, limits)
  return {
    fields: new Map(
      parts.flatMap(({ name, fileName, content }) =>
        fileName === null ? [[name, Buffer.from(getBytes(content)).toString()]] : [],
      ),
    ),
    files: parts.flatMap(({ name: field, fileName, type, content }) =>
      fileName === null ? [] : [{ field, name: fileName, type, content }],
    ),
  }
}
