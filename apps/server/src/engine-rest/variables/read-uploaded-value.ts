import type { TypedValue } from '@millrace/engine'
import type { Part } from '../../platform/http/read-parts.ts'
import { getBytes } from '../../platform/uploads/content.ts'
import { fieldOf } from '../http/field-of.ts'
import { failed, invalid } from '../http/rest-refusal.ts'

/** Reads a value from a multipart form: its bytes in `data`, its type in `valueType` (`Bytes` or `File`). */
export function readUploadedValue(parts: readonly Part[]): TypedValue {
  const data = parts.find(({ name }) => name === 'data')
  if (data === undefined) throw invalid("Expected the form to have a part 'data', but it has none.")
  const type = fieldOf(parts, 'valueType') ?? fieldOf(parts, 'type')
  switch (type?.toLowerCase()) {
    case undefined:
    case 'bytes':
      return { type: 'Bytes', value: getBytes(data.content), info: null }
    case 'file':
      return {
        type: 'File',
        value: getBytes(data.content),
        info: { filename: data.fileName ?? data.name, ...contentInfo(data.type) },
      }
    default:
      throw failed(400, `Unsupported value type '${type}'`, null)
  }
}

function contentInfo(contentType: string): Record<string, string> {
  const [mimeType = '', ...parameters] = contentType.split(';').map((part) => part.trim())
  const charset = parameters
    .find((parameter) => parameter.toLowerCase().startsWith('charset='))
    ?.slice('charset='.length)
  return { ...(mimeType === '' ? {} : { mimeType }), ...(charset === undefined ? {} : { encoding: charset }) }
}
