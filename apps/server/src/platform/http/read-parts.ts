import type { FastifyRequest } from 'fastify'
import { UnreadableBody } from './unreadable-body.ts'

/** One part of a multipart body. */
export interface Part {
  /** Name of the field. */
  readonly name: string
  /** Null for a plain field. */
  readonly fileName: string | null
  /** As the sender says. */
  readonly type: string
  readonly bytes: Buffer
}

export interface PartLimits {
  readonly files: number
  /** Bytes of one file. Of all parts together the body's limit holds. */
  readonly fileSize: number
  /** Whether a file's name may have folders. */
  readonly hasFolders?: boolean
}

/** Plain fields of one body, and bytes of one. */
const fields = { fields: 100, fieldSize: 1_000_000 }

/**
 * Reads a multipart body as it comes. What is too much is refused where it begins to be, and the rest never read.
 *
 * @throws UnreadableBody, or what is answered with 413 when a file is larger or there are more than allowed.
 */
export async function readParts(
  request: FastifyRequest,
  { files, fileSize, hasFolders = false }: PartLimits,
): Promise<Part[]> {
  const limits = { ...fields, files, fileSize, parts: files + fields.fields, headerPairs: 100 }
  const most = request.routeOptions.bodyLimit ?? 0
  const parts: Part[] = []
  let size = 0
  try {
    for await (const part of request.parts({ limits, preservePath: hasFolders })) {
      const bytes = part.type === 'file' ? await part.toBuffer() : Buffer.from(String(part.value ?? ''))
      size += bytes.length
      if (size > most)
        throw new UnreadableBody(`Expected at most ${most} bytes in all parts of the body, but there are more.`, {
          statusCode: 413,
        })
      const fileName = part.type === 'file' ? (part.filename ?? null) : null
      parts.push({ name: part.fieldname, fileName, type: part.mimetype, bytes })
    }
  } catch (error) {
    if (!(error instanceof Error) || 'statusCode' in error || 'status' in error) throw error
    // The parser only says that something is wrong.
    throw new UnreadableBody(`Expected a multipart body, but it cannot be read: ${error.message}.`, { cause: error })
  }
  return parts
}
