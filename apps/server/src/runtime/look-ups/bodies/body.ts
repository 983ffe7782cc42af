import type { BodyKind, RestAdapter } from '@millrace/contract'
import type { Parameters } from '../parameters.ts'
import { fileBody } from './file-body.ts'
import { formBody } from './form-body.ts'
import { jsonBody } from './json-body.ts'
import { multipartBody } from './multipart-body.ts'
import { xmlBody } from './xml-body.ts'

/** The settings of an adapter that its body depends on. */
export type BodySettings = Pick<RestAdapter, 'bodyKind' | 'body' | 'fields' | 'types'>

/** A body with all its values. */
export interface FilledBody {
  readonly content: string | Uint8Array
  /** The value of the header `Content-Type`. */
  readonly type: string
  /** The body for users and logs: a file is shown by its size. */
  readonly shown: string
}

/** A kind of body. Each value is encoded for its position, so that it cannot become another part of the body. */
export interface BodyWriter {
  /** Lists the parameters, each once. */
  places(settings: BodySettings): readonly string[]
  /** Lists the parameters whose values are files. */
  filePlaces(settings: BodySettings): readonly string[]
  /** Returns the body; null when there is none. @throws OutgoingFailure for a value that is not possible. */
  fill(settings: BodySettings, parameters: Parameters): FilledBody | null
  /** Returns the fault of the template; null when it is valid. */
  fault(settings: BodySettings): BodyFault | null
}

export interface BodyFault {
  /** The setting. */
  readonly where: string
  readonly message: string
}

const writers = {
  json: jsonBody,
  form: formBody,
  multipart: multipartBody,
  xml: xmlBody,
  file: fileBody,
} as const satisfies Record<BodyKind, BodyWriter>

/** Returns the writer for the body of an adapter. */
export function bodyWriterOf({ bodyKind }: Pick<BodySettings, 'bodyKind'>): BodyWriter {
  return writers[bodyKind]
}

/** Returns whether an adapter has a body. */
export function hasBody({ bodyKind, body, fields }: BodySettings): boolean {
  return bodyKind === 'form' || bodyKind === 'multipart' ? fields.length > 0 : body.trim() !== ''
}
