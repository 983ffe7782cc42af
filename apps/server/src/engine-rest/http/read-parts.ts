import type { FastifyRequest } from 'fastify'
import { readMultipart } from '../../platform/http/unreadable-body.ts'

/** One part of a multipart body. `fileName` is null for a plain field. */
export interface UploadPart {
  readonly name: string
  readonly fileName: string | null
  readonly contentType: string
  readonly bytes: Uint8Array
}

const limits = { fileSize: 64 * 1024 * 1024, files: 1000, fields: 1000, fieldSize: 1024 * 1024, parts: 2000 }

export function readParts(request: FastifyRequest): Promise<UploadPart[]> {
  return readMultipart(() => listParts(request))
}

async function listParts(request: FastifyRequest): Promise<UploadPart[]> {
  const parts: UploadPart[] = []
  for await (const part of request.parts({ limits, preservePath: true })) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      parts.push({ name: part.fieldname, fileName: part.filename ?? null, contentType: part.mimetype, bytes })
    } else {
      const bytes = Buffer.from(String(part.value ?? ''), 'utf8')
      parts.push({ name: part.fieldname, fileName: null, contentType: part.mimetype, bytes })
    }
  }
  return parts
}

/** The text of a plain field; null when it is not there. */
export function fieldOf(parts: readonly UploadPart[], name: string): string | null {
  const part = parts.find((one) => one.name === name)
  return part === undefined ? null : Buffer.from(part.bytes).toString('utf8')
}
