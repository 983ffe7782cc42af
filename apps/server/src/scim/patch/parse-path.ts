import { type Filter, parseFilter } from '../filter/parse-filter.ts'
import type { Attribute } from '../schemas.ts'
import { invalid, ScimError } from '../scim-error.ts'
import { findAttribute, findExtension, type ResourceDefinition } from './canonical.ts'

/** The parts of a path in a SCIM patch. */
export interface PatchPath {
  /** The schema of the extension; null: an attribute of the resource itself. */
  readonly extension: string | null
  /** Null: the extension as a whole, or an attribute that the server does not have. */
  readonly attribute: Attribute | null
  /** Whether it is an attribute that the server does not have. */
  readonly isUnknown: boolean
  /** Which of several values are meant; null: all of them. */
  readonly filter: Filter | null
  readonly sub: Attribute | null
}

/** Parses the path of a patch operation. @throws ScimError `invalidPath`. */
export function parsePath(definition: ResourceDefinition, text: string): PatchPath {
  const { extension, rest } = splitSchema(definition, text.trim())
  const whole = { extension, attribute: null, filter: null, sub: null }
  if (rest === '') {
    if (extension === null) throw invalid('invalidPath', 'Expected the path of an attribute, but it is empty.')
    return { ...whole, isUnknown: false }
  }
  const { name, filter, sub } = splitParts(rest)
  const attributes = extension === null ? definition.attributes : (definition.extensions[extension] ?? [])
  const attribute = findAttribute(attributes, name)
  if (attribute === null) return { ...whole, isUnknown: true }
  const part = sub === null ? null : findSub(attribute, sub)
  return { extension, attribute, isUnknown: sub !== null && part === null, filter, sub: part }
}

function splitSchema(definition: ResourceDefinition, text: string): { extension: string | null; rest: string } {
  const lower = text.toLowerCase()
  for (const schema of [definition.schema, ...Object.keys(definition.extensions)]) {
    const start = schema.toLowerCase()
    if (lower !== start && !lower.startsWith(`${start}:`)) continue
    return { extension: findExtension(definition, schema), rest: text.slice(schema.length + 1) }
  }
  // The name of a schema that the server does not have: nothing of it is kept.
  return { extension: null, rest: lower.startsWith('urn:') ? text.slice(text.lastIndexOf(':') + 1) : text }
}

function splitParts(text: string): { name: string; filter: Filter | null; sub: string | null } {
  const open = text.indexOf('[')
  if (open < 0) {
    const [name = '', ...subs] = text.split('.')
    return { name, filter: null, sub: subs.length === 0 ? null : subs.join('.') }
  }
  const close = text.lastIndexOf(']')
  const after = text.slice(close + 1)
  if (close < open || (after !== '' && !after.startsWith('.')))
    throw invalid('invalidPath', `Expected a path such as emails[type eq "work"].value, but it is ${text}.`)
  return { name: text.slice(0, open), filter: readFilter(text.slice(open + 1, close)), sub: after.slice(1) || null }
}

function readFilter(text: string): Filter {
  try {
    return parseFilter(text)
  } catch (error) {
    if (error instanceof ScimError) throw invalid('invalidPath', error.message)
    throw error
  }
}

function findSub({ subAttributes = [] }: Attribute, name: string): Attribute | null {
  return subAttributes.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? null
}
