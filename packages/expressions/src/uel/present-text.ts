import { toBase64 } from '../base64.ts'
import { Fault } from './environment.ts'
import { isHostObject } from './host-object.ts'
import { DateTime } from './joda/date-time.ts'
import { isPlainObject, maximumDepth, toPlain } from './plain.ts'
import { VariablesView } from './resolve-name.ts'
import { JsonNode } from './spin/json-node.ts'

/** Maximum length of a text that an expression may create. */
export const maximumText = 10_000_000

/**
 * Returns a value as text (EL 2.2, clause 1.18.2): what composite texts and string methods see. Null is the empty text;
 * numbers are written without a trailing `.0` and without an exponent where JavaScript needs none; an instant in ISO
 * 8601; lists and objects as JSON.
 */
export function presentText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (value instanceof Date || value instanceof DateTime) return presentDate(value)
  if (value instanceof JsonNode) return presentJson(value.value)
  if (isHostObject(value)) throw new Fault('Expected a value to write as text, but found an object of the engine.')
  if (value instanceof Uint8Array) throw new Fault('Expected a value to write as text, but found bytes.')
  if (value instanceof VariablesView) return presentJson(value.toMap())
  if (Array.isArray(value) || isPlainObject(value)) return presentJson(value)
  throw new Fault(`Expected a value to write as text, but found a ${typeof value} that is no data.`)
}

/**
 * Serializes a plain value as JSON; whole numbers beyond 2^53 keep their digits, instants become ISO texts, bytes base
 * 64.
 */
export function presentJson(value: unknown): string {
  const parts: string[] = []
  let length = 0
  const write = (text: string) => {
    length += text.length
    if (length > maximumText) throw textTooLong(length)
    parts.push(text)
  }
  writeJson(value, write, 0)
  return parts.join('')
}

export function textTooLong(length: number): Fault {
  return new Fault(`Expected a text of at most ${maximumText} characters, but it would have ${length}.`)
}

function presentDate(value: Date | DateTime): string {
  if (value instanceof DateTime) return value.toString()
  return Number.isNaN(value.getTime()) ? 'Invalid date' : value.toISOString()
}

function writeJson(value: unknown, write: (text: string) => void, depth: number): void {
  if (depth > maximumDepth) throw new Fault(`Expected data of at most ${maximumDepth} levels, but it goes deeper.`)
  if (Array.isArray(value)) {
    write('[')
    value.forEach((item, index) => {
      if (index > 0) write(',')
      writeJson(toPlain(item), write, depth + 1)
    })
    write(']')
  } else if (isPlainObject(value)) {
    write('{')
    Object.entries(value).forEach(([key, item], index) => {
      write(`${index > 0 ? ',' : ''}${JSON.stringify(key)}:`)
      writeJson(toPlain(item), write, depth + 1)
    })
    write('}')
  } else {
    write(presentScalar(value))
  }
}

function presentScalar(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value)
  if (value instanceof Uint8Array) return JSON.stringify(toBase64(value))
  return value === null || value === undefined ? 'null' : JSON.stringify(presentText(value))
}
