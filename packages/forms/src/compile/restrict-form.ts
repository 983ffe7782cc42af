import { createRecord, isPlainObject } from '../document/plain-object.ts'
import type { JsonValues } from '../values/value-tree.ts'
import type { DataNode, NodeRule, RuntimeDocument } from './runtime-document.ts'

/** A form limited to what a user may see. */
export interface RestrictedForm {
  readonly form: RuntimeDocument
  /** Ids of the nodes that are kept from them, with all that is inside. */
  readonly hidden: ReadonlySet<string>
}

/**
 * Restricts a form to a user with these names, their roles and groups: parts for others are never shown, parts that
 * others edit are read-only, and parts that are required of one of these names are required. Returns the same object
 * where nothing is restricted; else the same for the same names.
 */
export function restrictForm(form: RuntimeDocument, names: readonly string[]): RestrictedForm {
  const mentioned = listMentioned(form)
  if (mentioned.length === 0) return { form, hidden: nothing }
  const held = mentioned.filter((name) => names.includes(name))
  const known = restricted.get(form) ?? new Map<string, RestrictedForm>()
  restricted.set(form, known)
  const key = JSON.stringify(held)
  const made = known.get(key) ?? makeRestricted(form, new Set(held))
  if (known.size < maxEntries) known.set(key, made)
  return made
}

/** Lists the names in the access rules of a form, in document order. */
export function listMentioned({ rules }: Pick<RuntimeDocument, 'rules'>): string[] {
  return [
    ...new Set(
      rules.flatMap(({ visibleFor = [], enabledFor = [], requiredFor = [] }) => [
        ...visibleFor,
        ...enabledFor,
        ...requiredFor,
      ]),
    ),
  ]
}

/** Returns the values of a form without those of the given nodes. */
export function withoutValues(nodes: readonly DataNode[], values: JsonValues, hidden: ReadonlySet<string>): JsonValues {
  if (hidden.size === 0) return values
  const kept = createRecord<unknown>()
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  for (const [key, value] of Object.entries(values)) {
    const node = byKey.get(key)
    if (node !== undefined && hidden.has(node.node)) continue
    kept[key] = node === undefined || node.kind === 'field' ? value : withoutInner(node.members, value, hidden)
  }
  return kept
}

const nothing: ReadonlySet<string> = new Set()
/** The restricted forms, by form and by those of its names that the user has. */
const restricted = new WeakMap<RuntimeDocument, Map<string, RestrictedForm>>()
const maxEntries = 100

function makeRestricted(form: RuntimeDocument, held: ReadonlySet<string>): RestrictedForm {
  const hidden = new Set<string>()
  const isFor = (names: readonly string[] | undefined) => names === undefined || names.some((name) => held.has(name))
  const rules = form.rules.map(({ visibleFor, enabledFor, requiredFor, ...rule }): NodeRule => {
    // What is around stands before what is inside.
    const isHidden = !isFor(visibleFor) || (rule.parent !== undefined && hidden.has(rule.parent))
    if (isHidden) {
      hidden.add(rule.node)
      const { node, parent } = rule
      return { node, ...(parent === undefined ? {} : { parent }), visible: false }
    }
    return {
      ...rule,
      ...(isFor(enabledFor) ? {} : { readOnly: true }),
      ...(requiredFor !== undefined && isFor(requiredFor) ? { required: true } : {}),
    }
  })
  const defaults = form.defaults.filter(({ node }) => !hidden.has(node))
  return { form: { ...form, rules, defaults, data: form.data.map((node) => allowAlike(node, hidden)) }, hidden }
}

/** Rows that differ in what a user may not see look alike to them, and are not their mistake. */
function allowAlike(node: DataNode, hidden: ReadonlySet<string>): DataNode {
  if (node.kind === 'field' || !hidesPart(node, hidden)) return node
  const members = node.members.map((member) => allowAlike(member, hidden))
  return node.kind === 'group'
    ? { ...node, members }
    : { ...node, members, props: { ...node.props, allowDuplicates: true } }
}

function hidesPart(node: DataNode, hidden: ReadonlySet<string>): boolean {
  return hidden.has(node.node) || (node.kind !== 'field' && node.members.some((member) => hidesPart(member, hidden)))
}

function withoutInner(members: readonly DataNode[], value: unknown, hidden: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((row: unknown) => withoutInner(members, row, hidden))
  return isPlainObject(value) ? withoutValues(members, value, hidden) : value
}
