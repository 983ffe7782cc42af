import type { FastifyRequest } from 'fastify'
import { readMultipart } from './unreadable-body.ts'

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

/** Reads a multipart body. @throws what is answered with 413 when a file is larger or there are more than allowed. */
export async function readUpload(
  request: FastifyRequest,
  { files: most, fileSize }: { files: number; fileSize: number },
): Promise<Upload> {
  const fields = new Map<string, string>()
  const files: UploadedFile[] = []
  await readMultipart(async () => {
    for await (const part of request.parts({ limits: { files: most, fileSize, fields: 100, fieldSize: 100_000 } })) {
      if (part.type === 'file')
        files.push({
          field: part.fieldname,
          name: part.filename ?? '',
          type: part.mimetype,
          bytes: await part.toBuffer(),
        })
      else fields.set(part.fieldname, String(part.value ?? ''))
    }
  })
  return { fields, files }
}
