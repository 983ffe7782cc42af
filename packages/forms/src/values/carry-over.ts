import type { DataNode, NodeRule, RuntimeDocument } from '../compile/runtime-document.ts'
import { createRecord } from '../document/plain-object.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import { fitValues } from './fit-values.ts'
import type { JsonValues } from './value-tree.ts'

/** A form that was sent, possibly in another version, with its values. */
export interface SentValues {
  readonly document: RuntimeDocument
  readonly values: JsonValues
}

/**
 * Copies values that were entered into an earlier form and can be entered into this one: top-level entries by key, of
 * fields with the same type. Files, secrets, calculated and read-only fields, and empty entries are left out.
 */
export function carryOver(form: RuntimeDocument, sent: SentValues): JsonValues {
  const before = new Map(sent.document.data.map((node) => [node.key, node]))
  const closed = new Set(form.rules.filter(isClosed).map(({ node }) => node))
  const carried = createRecord<unknown>()
  for (const node of form.data) {
    const was = before.get(node.key)
    if (was === undefined || !isAlike(node, was)) continue
    const value = carryNode(node, sent.values[node.key], closed)
    if (!isNothing(value)) carried[node.key] = value
  }
  return fitValues(form.data, carried)
}

/** Returns whether nothing is entered: no value, no row, no member with a value; an unticked box. */
export function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true
  if (Array.isArray(value)) return value.every(isNothing)
  return typeof value === 'object' && Object.values(value).every(isNothing)
}

function isClosed({ computed, readOnly, enabled }: NodeRule): boolean {
  return computed !== undefined || readOnly !== undefined || enabled === false
}

function isAlike(a: DataNode, b: DataNode): boolean {
  if (a.kind === 'group' || b.kind === 'group') return a.kind === b.kind
  return a.kind === b.kind && a.type === b.type
}

function carryNode(node: DataNode, value: unknown, closed: ReadonlySet<string>): unknown {
  if (closed.has(node.node)) return undefined
  if (node.kind === 'field') {
    const { isSecret, holdsFiles, isClosed } = getFieldDefinition(node.type)
    return isSecret || holdsFiles || isClosed ? undefined : value
  }
  if (node.kind === 'group') return isRecord(value) ? carryMembers(node.members, value, closed) : undefined
  return Array.isArray(value) ? value.filter(isRecord).map((row) => carryMembers(node.members, row, closed)) : undefined
}

/** Copies the values of a row that is new here, without its earlier index. */
function carryMembers(members: readonly DataNode[], values: JsonValues, closed: ReadonlySet<string>): JsonValues {
  const carried = createRecord<unknown>()
  for (const node of members) {
    const value = carryNode(node, values[node.key], closed)
    if (value !== undefined) carried[node.key] = value
  }
  return carried
}

function isRecord(value: unknown): value is JsonValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
