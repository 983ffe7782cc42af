import { limits, patterns } from '@millrace/contract'
import type { Request } from '../../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../../platform/errors/refusal.ts'
import type { Upload } from '../../../platform/http/read-upload.ts'
import { getBytes } from '../../../platform/uploads/content.ts'
import type { FileProblem } from '../../../runtime/deploy/read-files.ts'
import type { OperationContext } from '../../operation-context.ts'
import type { FileKind, Said } from '../design-file.ts'
import type { DesignRow } from '../design-kind.ts'
import { importDesign } from '../import-design.ts'

/**
 * Creates a design from an uploaded file.
 *
 * @returns its id, and the problems in the file.
 */
export async function importFile<Row extends DesignRow, S extends Said>(
  context: OperationContext,
  request: Request,
  kind: FileKind<Row, S>,
  { applicationId, upload }: { readonly applicationId: string; readonly upload: Upload },
): Promise<{ readonly id: string; readonly problems: readonly FileProblem[] } | Refusal> {
  const { code, format } = kind.texts
  const [file] = upload.files
  if (file === undefined) return refuse(code, `Expected a ${format} file, but there is none.`)
  const name = upload.fields.get('name')?.trim() || null
  const fault = name === null ? null : findNameFault(name)
  if (fault !== null) return refuse('request.invalid', fault, [{ where: 'name', message: fault }])
  return importDesign(context, request, kind, { applicationId, bytes: getBytes(file.content), name })
}

function findNameFault(name: string): string | null {
  if (name.length > limits.name)
    return `Expected a name of at most ${limits.name} characters, but it has ${name.length}.`
  return patterns.name.regex.test(name) ? null : patterns.name.message
}
