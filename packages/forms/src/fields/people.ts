import { flag, integer, text } from '../document/properties.ts'
import type { PropertySpecs, PropsOf } from '../document/property.ts'
import type { Fault } from '../messages/catalogue.ts'
import type { Read } from '../values/day.ts'
import { findJsonValue } from '../values/json-variable.ts'
import { hasControlCharacters } from '../values/markup.ts'
import type { FieldDefinition } from './field-definition.ts'
import type { NamedVariable, TypedVariable } from './field-value.ts'
import { readTextList } from './text-list.ts'

/**
 * The kind of object that a field names: users, groups or roles of the workplace, rows of a data list or of an external
 * system.
 */
export type NamedKind = 'user' | 'group' | 'role' | 'data-list' | 'look-up'

/** The value of a field that names users, groups or roles: one id, or several. */
export type Named = string | readonly string[]

/** More than anybody chooses by hand. */
const maxNamed = 100
const longestId = 255

export const namedProps = {
  placeholder: text(),
  /** Any number of them; the value is a list then. */
  several: flag(),
  /** The minimum number of selected names, if any is selected. */
  min: integer(1, maxNamed),
  /** The maximum number of selected names. */
  max: integer(1, maxNamed),
}

type NamedProps = PropsOf<typeof namedProps>

/**
 * Creates a field that names objects. The server checks that they exist and fit. The value is what the engine uses, so
 * that models can assign tasks to it; users read display names.
 */
export function namingField<S extends typeof namedProps & PropertySpecs>(
  names: NamedKind,
  props: S,
): FieldDefinition<S, Named> {
  return {
    props,
    names,
    findConflict: findNamedConflict,
    read: readNamed,
    present: (value) => listNamed(value).join(', '),
    check: checkNamed,
    isMissing: (value) => value.length === 0,
    toJson: (value) => value,
    toPlain: (value) => value,
    fromVariable: namedOfVariable,
    toVariables: toNamedVariables,
  }
}

/** Lists the ids in the entry of a field that names objects; invalid ids are left out. */
export function listNamed(entry: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(entry) ? entry : [entry]
  return list.filter((one) => typeof one === 'string' && one !== '') as string[]
}

export function findNamedConflict({ several, min, max }: NamedProps): string | null {
  if (several !== true && (min !== undefined || max !== undefined)) return 'min and max only beside several'
  return min !== undefined && max !== undefined && min > max ? `min up to max (${max})` : null
}

function readNamed(input: unknown, { several }: NamedProps): Read<Named | null> {
  const read = readTextList(typeof input === 'string' && input !== '' ? [input] : input)
  if (!read.ok || read.value === null) return read
  const ids = read.value
  if (ids.length > maxNamed) return tooMany(maxNamed, ids.length)
  if (ids.some((id) => id === '' || id.length > longestId || hasControlCharacters(id))) return invalid
  if (several === true) return { ok: true, value: ids }
  return ids.length === 1 ? { ok: true, value: ids[0] ?? null } : tooMany(1, ids.length)
}

const invalid: Read<never> = { ok: false, fault: { code: 'choice.invalid' } }

function tooMany(max: number, count: number): Read<never> {
  return { ok: false, fault: { code: 'choice.too-many', params: { max, count } } }
}

function checkNamed(value: Named, { min, max }: NamedProps): Fault[] {
  const count = listNamed(value).length
  if (min !== undefined && count < min) return [{ code: 'choice.too-few', params: { min, count } }]
  return max !== undefined && count > max ? [{ code: 'choice.too-many', params: { max, count } }] : []
}

function namedOfVariable(variable: TypedVariable): unknown {
  return variable.type === 'Json' || variable.type === 'Object' ? findJsonValue(variable) : variable.value
}

function toNamedVariables(name: string, value: Named | null, { several }: NamedProps): NamedVariable[] {
  if (several !== true) return [{ name, type: 'String', value: value === null ? null : String(value) }]
  return [{ name, type: 'Json', value: value === null ? null : JSON.stringify(value) }]
}
