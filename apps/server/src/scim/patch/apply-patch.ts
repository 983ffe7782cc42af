import { matches } from '../filter/matches.ts'
import type { Filter } from '../filter/parse-filter.ts'
import { patchSchema } from '../schemas.ts'
import { invalid } from '../scim-error.ts'
import { canonicalize, isValues, type ResourceDefinition, type Values } from './canonical.ts'
import { type PatchPath, parsePath } from './parse-path.ts'

interface Operation {
  readonly op: 'add' | 'replace' | 'remove'
  /** Null: `value` has the attributes. */
  readonly path: string | null
  readonly value: unknown
}

/** Operations of one patch. */
const most = 1_000

/**
 * Returns a resource after a patch (RFC 7644, section 3.5.2). It accepts the variants that Entra and Okta send:
 * operations in capitals, no path, paths as names of a value, members that are removed by a value.
 *
 * @throws ScimError `invalidSyntax`, `invalidPath`, `invalidValue`, `noTarget`, `mutability`.
 */
export function applyPatch(definition: ResourceDefinition, resource: Values, body: unknown): Values {
  const result = structuredClone(resource) as Record<string, unknown>
  for (const operation of readOperations(body)) apply(definition, result, operation)
  return canonicalize(definition, result)
}

function readOperations(body: unknown): Operation[] {
  if (!isValues(body)) throw invalid('invalidSyntax', 'Expected a JSON object with Operations.')
  const schemas = findKey(body, 'schemas')
  if (Array.isArray(schemas) && !schemas.includes(patchSchema))
    throw invalid('invalidSyntax', `Expected the schema ${patchSchema}.`)
  const given = findKey(body, 'operations')
  const operations = Array.isArray(given) ? given : isValues(given) ? [given] : null
  if (operations === null || operations.length === 0 || operations.length > most)
    throw invalid('invalidSyntax', `Expected Operations, from 1 to ${most}.`)
  return operations.map(readOperation)
}

function readOperation(given: unknown): Operation {
  if (!isValues(given)) throw invalid('invalidSyntax', 'Expected each operation to be a JSON object.')
  const op = String(findKey(given, 'op') ?? '').toLowerCase()
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw invalid('invalidSyntax', `Expected the operation add, replace or remove, but it is “${op}”.`)
  const path = findKey(given, 'path')
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw invalid('invalidPath', 'Expected the path of an operation to be a text.')
  return { op, path: path ? path : null, value: findKey(given, 'value') }
}

function findKey(values: Values, name: string): unknown {
  return Object.entries(values).find(([key]) => key.toLowerCase() === name)?.[1]
}

function apply(
  definition: ResourceDefinition,
  resource: Record<string, unknown>,
  { op, path, value }: Operation,
  isWritten = true,
): void {
  if (path === null) {
    if (op === 'remove') throw invalid('noTarget', 'Expected a path that says what is removed.')
    if (!isValues(value))
      throw invalid('invalidValue', 'Expected attributes with their values, because there is no path.')
    for (const [name, one] of Object.entries(value))
      if (name.toLowerCase() !== 'schemas') apply(definition, resource, { op, path: name, value: one }, false)
    return
  }
  const target = parsePath(definition, path)
  const { extension, attribute, isUnknown } = target
  // Clients write many attributes that a server does not have.
  if (isUnknown) return
  if (attribute === null) {
    if (op === 'remove') delete resource[extension ?? '']
    else if (isValues(value))
      for (const [name, one] of Object.entries(value))
        apply(definition, resource, { op, path: `${extension}:${name}`, value: one }, false)
    return
  }
  // Such as which of several addresses is the main one: the server decides.
  if (target.sub?.mutability === 'readOnly') return
  if (attribute.mutability === 'readOnly') {
    if (isWritten) throw invalid('mutability', `Expected an attribute that can be changed, but ${path} cannot.`)
    return
  }
  if (op === 'remove' && attribute.required)
    throw invalid('mutability', `Expected ${attribute.name} to stay, because a resource needs it.`)
  const holder = extension === null ? resource : holderOf(resource, extension)
  const before = holder[attribute.name]
  const after = attribute.multiValued
    ? changeSeveral(target, op, { before: Array.isArray(before) ? before : [], value, path })
    : changeOne(target, op, before, value)
  if (after === undefined) delete holder[attribute.name]
  else holder[attribute.name] = after
}

function holderOf(resource: Record<string, unknown>, extension: string): Record<string, unknown> {
  const held = resource[extension]
  const holder = isValues(held) ? (held as Record<string, unknown>) : {}
  resource[extension] = holder
  return holder
}

function changeOne({ attribute, sub }: PatchPath, op: Operation['op'], before: unknown, value: unknown): unknown {
  if (sub !== null) {
    const held: Record<string, unknown> = isValues(before) ? { ...before } : {}
    if (op === 'remove') delete held[sub.name]
    else held[sub.name] = value
    return held
  }
  if (op === 'remove') return undefined
  return attribute?.type === 'complex' && isValues(value) && isValues(before) ? { ...before, ...value } : value
}

interface Several {
  readonly before: readonly unknown[]
  readonly value: unknown
  readonly path: string
}

function changeSeveral({ filter, sub }: PatchPath, op: Operation['op'], several: Several): unknown {
  const { before, value, path } = several
  if (op === 'remove') return removeSeveral({ filter, sub }, before, value)
  if (filter !== null) {
    const isMeant = before.map((one) => matches(filter, one))
    if (!isMeant.includes(true)) return [...before, createValue(filter, sub?.name ?? null, value, path)]
    return before.map((one, index) => (isMeant[index] ? merge(one, sub?.name ?? null, value) : one))
  }
  if (sub !== null)
    return before.length === 0 ? [{ [sub.name]: value }] : before.map((one) => merge(one, sub.name, value))
  const given = Array.isArray(value) ? value : [value]
  if (op === 'replace') return given
  const held = new Set(before.map(keyOf))
  return [...before, ...given.filter((one) => !held.has(keyOf(one)))]
}

function removeSeveral(
  { filter, sub }: Pick<PatchPath, 'filter' | 'sub'>,
  before: readonly unknown[],
  value: unknown,
): unknown {
  const isMeant = (one: unknown) => filter === null || matches(filter, one)
  if (sub !== null) return before.map((one) => (isMeant(one) ? merge(one, sub.name, undefined) : one))
  if (filter !== null) return before.filter((one) => !isMeant(one))
  // Entra removes one member by its value, and not all of them.
  const given = value === undefined || value === null ? null : Array.isArray(value) ? value : [value]
  if (given === null) return undefined
  const gone = new Set(given.map(keyOf))
  return before.filter((one) => !gone.has(keyOf(one)))
}

function merge(held: unknown, sub: string | null, value: unknown): unknown {
  const before = isValues(held) ? held : { value: held }
  if (sub === null) return isValues(value) ? { ...before, ...value } : { ...before, value }
  return { ...before, [sub]: value }
}

/** A value that a filter describes: `emails[type eq "work"].value` of a user without one. */
function createValue(filter: Filter, sub: string | null, value: unknown, path: string): unknown {
  const parts = filter.kind === 'and' ? filter.parts : [filter]
  const known = parts.map((part) =>
    part.kind === 'compare' && part.operator === 'eq' ? ([part.path, part.value] as const) : null,
  )
  if (known.includes(null)) throw invalid('noTarget', `Expected a value that ${path} names, but there is none.`)
  return merge(Object.fromEntries(known.filter((one) => one !== null)), sub, value)
}

/** By what a value of several is known. */
function keyOf(value: unknown): string {
  const known = isValues(value) ? findKey(value, 'value') : value
  return known === undefined ? JSON.stringify(value) : String(known).toLowerCase()
}
