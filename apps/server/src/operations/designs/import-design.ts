import { decodeXml } from '@millrace/xml'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { FileProblem } from '../../runtime/deploy/read-files.ts'
import type { OperationContext } from '../operation-context.ts'
import { insertDesign } from './create-design.ts'
import type { FileKind, Said } from './design-file.ts'
import type { DesignRow } from './design-kind.ts'
import { toName } from './design-text.ts'

export interface FileImport {
  readonly applicationId: string
  readonly bytes: Uint8Array
  /** Null: the name in the file. */
  readonly name: string | null
}

/**
 * Creates a design from a file of any tool, with its content unchanged.
 *
 * @returns its id, and warnings about the file.
 */
export async function importDesign<Row extends DesignRow, S extends Said>(
  context: OperationContext,
  request: Request,
  kind: FileKind<Row, S>,
  { applicationId, bytes, name }: FileImport,
): Promise<{ readonly id: string; readonly problems: readonly FileProblem[] } | Refusal> {
  const refusal = kind.record.refuse(request.user, { id: '', applicationId })
  if (refusal !== null) return refusal
  const decoded = decodeXml(bytes)
  if (!decoded.ok) return refuse(kind.texts.code, decoded.message)
  const design = await kind.read(context.runtime, request, { text: decoded.text, key: null })
  if (design instanceof Refusal) return design
  const id = await insertDesign(context, request, kind, {
    applicationId,
    name: name ?? toName(design.said, kind.texts.unnamed),
    design,
  })
  return id instanceof Refusal ? id : { id, problems: design.problems }
}
