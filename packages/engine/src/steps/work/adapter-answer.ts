import type { AdapterOutput, AnswerType } from '@millrace/bpmn'
import { fromBase64 } from '@millrace/expressions'
import { readDate } from '@millrace/time'
import { parseJson } from '../../state/parse-json.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { fail, type Step } from '../../step.ts'
import { describe } from '../expressions/seen.ts'
import { textOf } from './read-input.ts'
import type { WorkOutput } from './service.ts'

/** The result of an adapter call: the output of `completeWork`. */
export interface AdapterOutcome {
  /** For a service; null: there is none, as of a database. */
  readonly status: number | null
  /** The body of a service, as it came. */
  readonly body: string | null
  /** Null where the answer has none. */
  readonly columns: readonly string[] | null
  readonly rows: readonly (readonly (string | null)[])[] | null
  /** Null where there is an answer. */
  readonly failure: AdapterFailure | null
}

export interface AdapterFailure {
  readonly message: string
  /** The code of the error at the other side. */
  readonly code: string | null
  /** A further try would end the same way. */
  readonly isFinal: boolean
  /** Whether it may have been carried out. */
  readonly isUnknown: boolean
  readonly detail: Readonly<Record<string, unknown>> | null
}

/** The answer of an adapter as expressions and paths of a model see it. */
export interface AdapterAnswer {
  readonly status: number | null
  readonly code: string | null
  readonly body: unknown
  readonly rows: readonly Readonly<Record<string, string | null>>[] | null
  readonly failure: AdapterFailure | null
}

export function readAnswer(output: WorkOutput): AdapterAnswer {
  const { status, body: text, columns, rows, failure } = output as unknown as AdapterOutcome
  const body = readBody(text)
  return {
    status,
    body,
    rows: columns === null || rows === null ? null : rows.map((row) => toObject(columns, row)),
    failure,
    code: failure?.code ?? (failure === null ? null : codeIn(body)),
  }
}

/** JSON is read, anything else is a text. */
function readBody(text: string | null): unknown {
  if (text === null || text.trim() === '') return null
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

function toObject(columns: readonly string[], row: readonly (string | null)[]): Record<string, string | null> {
  return Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]))
}

/** Returns the code of an error in an answer, from the members where most services write it. */
function codeIn(body: unknown): string | null {
  const error = memberOf(body, 'error')
  const places = [memberOf(body, 'code'), memberOf(body, 'errorCode'), memberOf(error, 'code'), error]
  const found = places.find((one) => typeof one === 'string' || typeof one === 'number')
  return found === undefined ? null : String(found)
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}

interface At {
  readonly instance: ElementInstance
  readonly step: Step
}

/** Returns the value of an output from an answer. @throws StepFailure if it does not have the required type. */
export function valueAt(answer: AdapterAnswer, output: AdapterOutput, at: At): unknown {
  const { status, body, rows } = answer
  const whole = { status, body, rows, count: rows?.length ?? null }
  const found = output.path === '' ? whole : walk(whole, output.path.split('.'))
  if (found === undefined || found === null) return null
  const value = output.type === null ? found : convert(found, output.type, at)
  if (value !== undefined) return value
  return fail(
    'engine.value-invalid',
    `Expected ${words[output.type ?? 'text']} in “${output.path}” of the answer for the variable “${output.variable}” of ${at.instance.elementId}, but it is ${describe(found)}. What was asked is not asked again: correct the model, and move the instance to it.`,
    { element: at.instance, detail: { path: output.path, variable: output.variable } },
  )
}

const words: Readonly<Record<AnswerType, string>> = {
  text: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date',
  list: 'a list',
  object: 'an object',
  file: 'a file',
}

function walk(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>((found, name) => memberOf(found, name), value)
}

/** Undefined for what cannot be one. */
function convert(value: unknown, type: AnswerType, { step }: At): unknown {
  switch (type) {
    case 'text':
      return textOf(value) ?? undefined
    case 'integer':
      return toInteger(value)
    case 'number':
      return toNumber(value)
    case 'boolean':
      return toBoolean(value)
    case 'date':
      return typeof value === 'string' && /^\d/.test(value)
        ? (readDate(value, step.now, step.zone) ?? undefined)
        : undefined
    case 'list':
      return Array.isArray(value) ? value : undefined
    case 'object':
      return typeof value === 'object' && !Array.isArray(value) ? value : undefined
    case 'file':
      return toFile(value)
    default:
      return type satisfies never
  }
}

/** A file that an adapter has read: it becomes a variable with its name. */
function toFile(value: unknown): FileContent | undefined {
  const [name, content, type] = ['name', 'content', 'type'].map((member) => memberOf(value, member))
  if (typeof name !== 'string' || typeof content !== 'string' || typeof type !== 'string') return undefined
  try {
    return new FileContent(fromBase64(content), name, type)
  } catch {
    return undefined
  }
}

/** The content of a file in the answer of an adapter: bytes, name and type. */
export class FileContent {
  readonly bytes: Uint8Array
  readonly filename: string
  readonly mimeType: string

  constructor(bytes: Uint8Array, filename: string, mimeType: string) {
    this.bytes = bytes
    this.filename = filename
    this.mimeType = mimeType
  }
}

function toInteger(value: unknown): number | bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined
  if (typeof value !== 'string' || !/^\s*[+-]?\d{1,19}\s*$/.test(value)) return undefined
  const whole = BigInt(value.trim().replace(/^\+/, ''))
  return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole
}

function toNumber(value: unknown): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** PostgreSQL writes `t` and `f`. */
function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const word = String(value).trim().toLowerCase()
  if (word === 'true' || word === 't') return true
  return word === 'false' || word === 'f' ? false : undefined
}
