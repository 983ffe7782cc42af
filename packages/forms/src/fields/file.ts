import { valueLimits } from '../document/limits.ts'
import { isPlainObject } from '../document/plain-object.ts'
import { integer, words } from '../document/properties.ts'
import type { PropsOf } from '../document/property.ts'
import type { Fault } from '../messages/catalogue.ts'
import type { Read } from '../values/day.ts'
import { hasControlCharacters } from '../values/markup.ts'
import type { FieldDefinition } from './field-definition.ts'
import type { FileValue } from './field-value.ts'

/** The names are the specification's. */
const props = {
  /** 1 when not given. */
  maxfiles: integer(1, valueLimits.files),
  /** MB for each file. When not given, the catalogue's limit of 10 MB holds. */
  maxfilesize: integer(1, 50),
  /** Extensions without their dot. When not given: `defaultFileTypes`. */
  filetypes: words(100, (word) =>
    /^[a-z0-9]{1,10}$/i.test(word) ? null : 'file extensions of 1 to 10 letters and digits',
  ),
}

export type FileProps = PropsOf<typeof props>

export const defaultFileTypes = [
  'png',
  'jpg',
  'jpeg',
  'pdf',
  'txt',
  'zip',
  'doc',
  'docx',
  'csv',
  'xls',
  'xlsx',
] as const

const megabyte = 1024 * 1024
const catalogueLimit = 10 * megabyte
const totalLimit = 50 * megabyte
const longestName = 50

/**
 * A field for files, uploaded when they are chosen. The value names the uploads; the server binds the content to the
 * variable `key` and two variables beside it, which the specification names.
 */
export const file: FieldDefinition<typeof props, readonly FileValue[]> = {
  props,
  holdsFiles: true,
  read: readFiles,
  present: (value) => value.map(({ name }) => name).join(', '),
  check: checkFiles,
  isMissing: (value) => value.length === 0,
  requiredFault: { code: 'file.required' },
  toJson: (value) => value,
  toPlain: (value) => value.map(({ name, size, type }) => ({ name, size, type })),
  fromVariable: () => null,
  toVariables(key, value, given) {
    const isSingle = (given.maxfiles ?? 1) === 1
    const describe = (name: string, parts: string[]) =>
      isSingle
        ? { name, type: 'String', value: parts[0] ?? null }
        : { name, type: 'Json', value: value === null ? null : JSON.stringify(parts) }
    const files = value ?? []
    return [
      describe(
        `${key}_originalFileName`,
        files.map(({ name }) => name),
      ),
      describe(
        `${key}_fileContentType`,
        files.map(({ type }) => type),
      ),
    ]
  },
}

/** The facts of a file that rules check, which a browser's `File` has before the upload. */
export type FileFacts = Pick<FileValue, 'name' | 'size'>

/**
 * Checks the specification's rules for the files of a field, before and after the upload: number, types, lengths of
 * names, size of each and in total. Returns the first error of each kind, in this order.
 */
export function checkFiles(files: readonly FileFacts[], given: FileProps): Fault[] {
  const faults: Fault[] = []
  const max = given.maxfiles ?? 1
  if (files.length > max) faults.push({ code: 'file.too-many', params: { max } })
  const types = given.filetypes?.map((type) => type.toLowerCase()) ?? defaultFileTypes
  const wrong = files.map(extensionOf).find((type) => !types.some((allowed) => allowed === type))
  if (wrong !== undefined) faults.push({ code: 'file.type', params: { type: wrong } })
  if (files.some(({ name }) => name.length > longestName))
    faults.push({ code: 'file.name-too-long', params: { max: longestName } })
  if (given.maxfilesize === undefined) {
    if (files.some(({ size }) => size >= catalogueLimit)) faults.push({ code: 'file.over-catalogue-limit' })
  } else if (files.some(({ size }) => size > (given.maxfilesize ?? 0) * megabyte)) {
    faults.push({ code: 'file.too-large', params: { max: given.maxfilesize } })
  }
  if (files.reduce((sum, { size }) => sum + size, 0) >= totalLimit) faults.push({ code: 'file.total-too-large' })
  return faults
}

function extensionOf({ name }: FileFacts): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : name
}

function readFiles(input: unknown): Read<readonly FileValue[] | null> {
  if (input === null || input === undefined) return { ok: true, value: null }
  if (!Array.isArray(input) || input.length > valueLimits.files) return invalid
  const files: FileValue[] = []
  for (const item of input as unknown[]) {
    const read = readFile(item)
    if (read === null || files.some(({ id }) => id === read.id)) return invalid
    files.push(read)
  }
  return { ok: true, value: files.length === 0 ? null : files }
}

const invalid: Read<never> = { ok: false, fault: { code: 'file.invalid' } }

const members = new Set(['id', 'name', 'size', 'type'])

function readFile(input: unknown): FileValue | null {
  if (!isPlainObject(input) || Object.keys(input).some((key) => !members.has(key))) return null
  const { id, name, size, type } = input
  if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id)) return null
  if (
    typeof name !== 'string' ||
    name.length > 255 ||
    name.trim() === '' ||
    /[/\\]/.test(name) ||
    hasControlCharacters(name)
  )
    return null
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return null
  if (typeof type !== 'string' || type.length > 255 || hasControlCharacters(type)) return null
  return { id, name, size, type }
}
