import { limits } from '@millrace/contract'
import { parseJson, type TypedValue } from '@millrace/engine'
import { findExcess } from '../../platform/http/find-excess.ts'
import { rawNumber } from '../http/json.ts'
import { presentTime } from './time.ts'

/** A value as stored in tables: text, or bytes. */
export interface StoredColumns {
  readonly type: string
  readonly value: string | null
  readonly bytes: Uint8Array | null
  readonly info: Readonly<Record<string, unknown>> | null
}

export interface PresentedValue {
  readonly type: string
  readonly value: unknown
  readonly valueInfo: Readonly<Record<string, unknown>>
}

export interface PresentOptions {
  /** Objects as what their JSON says, not as its text. */
  readonly deserialize: boolean
  /** History does not show bytes. */
  readonly hidesBytes?: boolean
}

/** Presents a value as Camunda's REST API does. The content of files is left out. */
export function presentColumns(
  { type, value, bytes, info }: StoredColumns,
  { deserialize, hidesBytes = false }: PresentOptions,
): PresentedValue {
  const valueInfo = info ?? {}
  if (type === 'File') return { type, value: null, valueInfo }
  if (type === 'Bytes')
    return { type, value: bytes === null || hidesBytes ? null : Buffer.from(bytes).toString('base64'), valueInfo }
  return { type, value: value === null ? null : presentText(type, value, deserialize), valueInfo }
}

/** Presents a value that was never stored. */
export function presentTyped(typed: TypedValue): PresentedValue {
  const { type, value, info } = typed
  const isBytes = value instanceof Uint8Array
  return presentColumns(
    { type, value: value === null || isBytes ? null : String(value), bytes: isBytes ? value : null, info },
    { deserialize: false },
  )
}

function presentText(type: string, text: string, deserialize: boolean): unknown {
  switch (type) {
    case 'Boolean':
      return text === 'true'
    case 'Integer':
    case 'Short':
      return Number(text)
    case 'Long':
      return rawNumber(text)
    case 'Double':
      return presentDouble(text)
    case 'Date':
      return presentTime(text)
    case 'Object':
      return deserialize ? readObject(text) : text
    default:
      return text
  }
}

/** As Java writes it: a whole number keeps its `.0`, so that a client reads a Double again. */
function presentDouble(text: string): unknown {
  if (/^-?\d+$/.test(text)) return rawNumber(`${text}.0`)
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

/** What cannot be read stays text, and what has more values than a body may have: reading it takes seconds. */
function readObject(text: string): unknown {
  const { jsonDepth: depth, jsonValues: values } = limits
  if (text.length > depth && findExcess(Buffer.from(text), { depth, values }) !== null) return text
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
