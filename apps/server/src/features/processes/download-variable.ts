import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { toHarmlessType } from '../../platform/http/foreign-content.ts'
import type { FileAnswer } from '../../platform/http/route.ts'
import { createStoredContent } from '../../platform/uploads/stored-content.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { getVisibleInstance } from './get-instance.ts'
import { noSuchVariable } from './list-variables.ts'
import { findPastContent, findVariableContent } from './variable-queries.ts'

/**
 * Returns the content of a file or binary variable as a stream, for users who may see the data of the instance.
 *
 * @param value the id of an earlier value of the variable; undefined: the present one.
 */
export async function downloadVariable(
  { db }: Runtime,
  request: Request,
  { id, variableId, value }: { readonly id: string; readonly variableId: string; readonly value?: string | undefined },
): Promise<FileAnswer | Refusal> {
  const { workplaceId } = request
  const found = await db.read(request, async (tx) => {
    const { instance } = await getVisibleInstance(tx, request.user, id, 'see-data')
    if (!isUuid(variableId)) return undefined
    if (value === undefined) return findVariableContent(tx, workplaceId, instance, variableId)
    return isUuid(value) ? findPastContent(tx, workplaceId, instance, { variableId, value }) : undefined
  })
  if (found === undefined) return noSuchVariable()
  const { type, info, size, row } = found
  if (size === null) return refuse('thing.not-found', 'Expected a variable with a file, but this one has no content.')
  const mimeType = tokenOf(info?.mimeType, /^[\w.+-]+\/[\w.+-]+$/) ?? 'application/octet-stream'
  const charset = tokenOf(info?.encoding, /^[\w.:-]+$/)
  return {
    content: createStoredContent(db, { ...row, workplaceId, size }),
    contentType: toHarmlessType(`${mimeType}${charset === null ? '' : `; charset=${charset}`}`),
    fileName: type === 'File' && typeof info?.filename === 'string' && info.filename !== '' ? info.filename : 'file',
  }
}

/** Returns a text that is safe in a header, or null: API clients can store any text with a file. */
function tokenOf(value: unknown, shape: RegExp): string | null {
  return typeof value === 'string' && shape.test(value) ? value : null
}
