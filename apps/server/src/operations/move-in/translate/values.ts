import type { TypedValue } from '@millrace/engine'
import { isoOf } from './iso-of.ts'
import { isSerialised, readSerialisedText } from './java-text.ts'

/** The columns in which Camunda stores a value, in each of its tables. */
export interface StoredColumns {
  readonly type: string | null
  readonly double_: number | null
  readonly long_: string | null
  readonly text_: string | null
  readonly text2_: string | null
  readonly bytes: Buffer | null
}

/** Translates a value. Serialised objects stay serialised, those of Java as base64. */
export function translateValue(columns: StoredColumns): TypedValue {
  const { type, double_, long_, text_, text2_, bytes } = columns
  switch (type) {
    case 'null':
    case null:
      return { type: 'Null', value: null, info: null }
    case 'string':
    case 'longString':
      return translateText(columns)
    case 'boolean':
      return { type: 'Boolean', value: long_ === null ? null : Number(long_) !== 0, info: null }
    case 'integer':
    case 'short':
      return { type: type === 'short' ? 'Short' : 'Integer', value: numberOf(long_), info: null }
    case 'long':
      return { type: 'Long', value: longOf(long_), info: null }
    case 'double':
      return { type: 'Double', value: double_, info: null }
    case 'date':
      return dateOf(long_)
    case 'bytes':
      return { type: 'Bytes', value: bytes === null ? null : new Uint8Array(bytes), info: null }
    case 'file':
      return { type: 'File', value: bytes === null ? null : new Uint8Array(bytes), info: fileInfo(text_, text2_) }
    case 'json':
      return { type: 'Json', value: textOf(bytes, text_), info: null }
    case 'xml':
      return { type: 'Xml', value: textOf(bytes, text_), info: null }
    default:
      return translateObject(type, columns)
  }
}

/** Flowable serialises long texts as Java does. */
function translateText({ type, text_, bytes, ...more }: StoredColumns): TypedValue {
  if (bytes === null || !isSerialised(bytes)) return { type: 'String', value: textOf(bytes, text_), info: null }
  const text = readSerialisedText(bytes)
  if (text === null) return translateObject(type ?? '', { ...more, type, text_, bytes })
  return { type: 'String', value: withoutZero(text), info: null }
}

const javaFormat = 'application/x-java-serialized-object'

function translateObject(type: string, { text_, text2_, bytes }: StoredColumns): TypedValue {
  const format = type.startsWith('spin://') ? type.slice('spin://'.length) : type === 'serializable' ? javaFormat : type
  const isJava = bytes !== null && (format === javaFormat || isSerialised(bytes))
  const value = isJava ? bytes.toString('base64') : textOf(bytes, text_)
  return { type: 'Object', value, info: { objectTypeName: text2_, serializationDataFormat: format } }
}

/** The second text is `MIME#ENCODING`; either may be missing. */
function fileInfo(filename: string | null, type: string | null): Record<string, unknown> {
  const [mimeType = '', encoding = ''] = (type ?? '').split('#')
  return {
    ...(filename !== null && { filename }),
    ...(mimeType !== '' && { mimeType }),
    ...(encoding !== '' && { encoding }),
  }
}

function textOf(bytes: Buffer | null, text: string | null): string | null {
  return bytes === null ? text : withoutZero(bytes.toString('utf8'))
}

/** PostgreSQL has no text with the character of code 0: one value must not stop a move. */
function withoutZero(text: string): string {
  return text.replaceAll('\0', '\ufffd')
}

/** A time beyond the range of JavaScript becomes the stored number as a text: one value must not stop a move. */
function dateOf(text: string | null): TypedValue {
  if (text === null) return { type: 'Date', value: null, info: null }
  const value = isoOf(Number(text))
  return value === undefined ? { type: 'String', value: String(text), info: null } : { type: 'Date', value, info: null }
}

function numberOf(text: string | null): number | null {
  return text === null ? null : Number(text)
}

function longOf(text: string | null): number | bigint | null {
  if (text === null) return null
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}
