import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { UploadedFile } from '../../platform/http/read-upload.ts'
import { getBytes } from '../../platform/uploads/content.ts'
import { refuseUnclean } from '../files/refuse-unclean.ts'
import type { FileContext } from '../operation-context.ts'
import { refuseRestricted, refuseVariables } from './policy.ts'
import { setVariables, type VariablePlace } from './set-variables.ts'

export interface FileVariable {
  readonly place: VariablePlace
  readonly name: string
  readonly file: UploadedFile
  /** Null: the type that the sender states. */
  readonly mimeType: string | null
  /** The character encoding of a text. */
  readonly encoding: string | null
}

/**
 * Stores an uploaded file as a variable of one scope, in place of a variable with the same name. The virus scan checks it
 * first, if one is configured. Returns null on success, otherwise a refusal.
 */
export async function setFileVariable(
  context: FileContext,
  request: Request,
  { place, name, file, mimeType, encoding }: FileVariable,
): Promise<Refusal | null> {
  // The rights come before the scan, which takes time.
  const refusal =
    (await refuseVariables(context, request, place.instanceId)) ??
    (await refuseRestricted(context, request, place.instanceId, [name])) ??
    (await refuseUnclean(context, request, file))
  if (refusal !== null) return refusal
  const type = mimeType ?? file.type.split(';')[0]?.trim() ?? ''
  const value = {
    type: 'File',
    value: getBytes(file.content),
    info: {
      filename: file.name,
      ...(type === '' ? {} : { mimeType: type }),
      ...(encoding === null ? {} : { encoding }),
    },
  } as const
  return setVariables(context, request, { place, set: [{ name, value }], remove: [], isLocal: true })
}
