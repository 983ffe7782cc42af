import type { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Content } from '../uploads/content.ts'
import { readAll } from '../uploads/read-all.ts'
import type { Staging } from '../uploads/staging.ts'
import { portionsOf } from './portions-of.ts'
import { UnreadableBody } from './unreadable-body.ts'

/** A part of a multipart body. */
export interface Part {
  /** Name of the field. */
  readonly name: string
  /** Null for a plain field. */
  readonly fileName: string | null
  /** The media type as the sender states it. */
  readonly type: string
  /** Staged only where the call lets files be. */
  readonly content: Content
}

export interface PartLimits {
  readonly files: number
  /** The maximum bytes of one file. The limit of the body applies to all parts together. */
  readonly fileSize: number
  /** Whether a file's name may have folders. */
  readonly hasFolders?: boolean
  /** The staging of files in the database, and which files use it; missing: all files are held in memory. */
  readonly staging?: { readonly take: Staging['take']; readonly isFor: (fileName: string) => boolean } | undefined
}

/** Plain fields of one body, and bytes of one. */
const fields = { fields: 100, fieldSize: 1_000_000 }

/**
 * Reads the parts of a multipart body as they arrive. Limits are checked as soon as they are exceeded, and the rest is
 * not read.
 *
 * @throws UnreadableBody, or an error with status 413 when a file is too large or there are too many parts.
 */
export async function readParts(
  request: FastifyRequest,
  { files, fileSize, hasFolders = false, staging }: PartLimits,
): Promise<Part[]> {
  const limits = { ...fields, files, fileSize, parts: files + fields.fields, headerPairs: 100 }
  const most = request.routeOptions.bodyLimit ?? 0
  const parts: Part[] = []
  let size = 0
  const count = (bytes: number) => {
    size += bytes
    if (size > most)
      throw new UnreadableBody(`Expected at most ${most} bytes in all parts of the body, but there are more.`, {
        statusCode: 413,
      })
  }
  const readFile = (file: MultipartFile): Promise<Content> => {
    const chunks = chunksOf(file, count, request)
    return staging?.isFor(file.filename ?? '') === true ? staging.take(chunks) : readAll(chunks)
  }
  const portions = portionsOf(request.raw, request.headers)
  try {
    for await (const part of within(request, portions).parts({ limits, preservePath: hasFolders })) {
      const { fieldname: name, mimetype: type } = part
      if (part.type === 'file') {
        parts.push({ name, fileName: part.filename ?? null, type, content: await readFile(part) })
        continue
      }
      const content = Buffer.from(String(part.value ?? ''))
      count(content.length)
      parts.push({ name, fileName: null, type, content })
    }
  } catch (error) {
    if (!(error instanceof Error) || 'statusCode' in error || 'status' in error) throw error
    // The parser only says that something is wrong.
    throw new UnreadableBody(`Expected a multipart body, but it cannot be read: ${error.message}.`, { cause: error })
  } finally {
    portions.destroy()
  }
  return parts
}

/** Returns the request, with its body read from elsewhere. */
function within(request: FastifyRequest, body: Readable): FastifyRequest {
  const raw = Object.assign(body, { headers: request.raw.headers })
  return Object.create(request, { raw: { value: raw } })
}

/** Ends where the file becomes too large, and takes nothing more of it. */
async function* chunksOf(
  { file }: MultipartFile,
  count: (bytes: number) => void,
  { server }: FastifyRequest,
): AsyncGenerator<Buffer> {
  for await (const chunk of file) {
    if (file.truncated) throw new server.multipartErrors.RequestFileTooLargeError()
    count(chunk.length)
    yield chunk
  }
  if (file.truncated) throw new server.multipartErrors.RequestFileTooLargeError()
}
