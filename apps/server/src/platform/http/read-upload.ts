import type { FastifyRequest } from 'fastify'
import { type PartLimits, readParts } from './read-parts.ts'

export interface UploadedFile {
  /** Name of the part. */
  readonly field: string
  /** Without folders. */
  readonly name: string
  /** As the sender says. */
  readonly type: string
  readonly bytes: Buffer
}

export interface Upload {
  readonly fields: ReadonlyMap<string, string>
  readonly files: readonly UploadedFile[]
}

/** Reads a multipart body as `readParts` does: files apart from plain fields. */
export async function readUpload(request: FastifyRequest, limits: PartLimits): Promise<Upload> {
  const parts = await readParts(request, limits)
  return {
    fields: new Map(
      parts.flatMap(({ name, fileName, bytes }) => (fileName === null ? [[name, bytes.toString()]] : [])),
    ),
    files: parts.flatMap(({ name: field, fileName, type, bytes }) =>
      fileName === null ? [] : [{ field, name: fileName, type, bytes }],
    ),
  }
}
