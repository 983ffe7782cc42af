import {
  attribute,
  editAttribute,
  parseXml,
  readStartTag,
  type TextEdit,
  walk,
  writeEdits,
  type XmlElement,
} from '@millrace/xml'
import { findAttribute } from '../read/dmn-element.ts'
import { listNodes, nameNodes } from '../read/node-ids.ts'

/** Changes to make in a DMN file. Missing fields stay unchanged. */
export interface DmnChange {
  /** The new name of one decision, by its current key. */
  readonly name?: { readonly key: string; readonly name: string }
  /** New keys of decisions, by their current keys. References within the file are changed too. */
  readonly keys?: ReadonlyMap<string, string>
  /** The id of the whole: the key of the requirements graph. */
  readonly id?: string
}

/**
 * Changes parts of a DMN file in its text, and keeps everything else, including white space.
 *
 * @param xml a readable file; others are returned unchanged.
 */
export function rewriteDmn(xml: string, { name, keys = new Map(), id }: DmnChange): string {
  const parsed = parseXml(xml)
  if (!parsed.ok) return xml
  const { root } = parsed
  const edits: TextEdit[] = []
  for (const element of walk(root)) {
    const changes = [
      ...(element === root && id !== undefined ? [['id', id] as const] : []),
      ...listKeyChanges(root, element, keys),
      ...(isDecision(root, element) && name !== undefined && findAttribute(element, 'id') === name.key
        ? [['name', name.name] as const]
        : []),
    ]
    if (changes.length === 0) continue
    const tag = readStartTag(xml, element.offset)
    edits.push(...changes.flatMap(([attributeName, value]) => editAttribute(tag, attributeName, value)))
  }
  return writeEdits(xml, edits)
}

function isDecision(root: XmlElement, element: XmlElement): boolean {
  return element.parent === root && element.name === 'decision' && element.uri === root.uri
}

/** Lists the replacements of a key: in the decision itself, in decisions that require it (`#key`), and in its shape. */
function listKeyChanges(
  root: XmlElement,
  element: XmlElement,
  keys: ReadonlyMap<string, string>,
): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = []
  const own = isDecision(root, element) ? keys.get(findAttribute(element, 'id') ?? '') : undefined
  if (own !== undefined) found.push(['id', own])
  const href = attribute(element, 'href')
  const required = href?.startsWith('#') ? keys.get(href.slice(1)) : undefined
  if (required !== undefined) found.push(['href', `#${required}`])
  const drawn = keys.get(attribute(element, 'dmnElementRef') ?? '')
  if (drawn !== undefined) found.push(['dmnElementRef', drawn])
  return found
}

/**
 * Returns a DMN file in which each node has an id, which editors need and the standard makes optional. New ids are made
 * from names, with the characters that the standard permits.
 *
 * @param xml a DMN file; a file that cannot be read is returned unchanged.
 * @returns the file, and the new ids by the previous references of the nodes.
 */
export function writeMissingIds(xml: string): { readonly xml: string; readonly ids: ReadonlyMap<string, string> } {
  const ids = new Map<string, string>()
  const parsed = parseXml(xml)
  if (!parsed.ok) return { xml, ids }
  const nameless = listNodes(parsed.root).filter((node) => findAttribute(node, 'id') === null)
  if (nameless.length === 0) return { xml, ids }
  const before = nameNodes(parsed.root)
  const taken = new Set([...walk(parsed.root)].map((element) => findAttribute(element, 'id')))
  const written = writeEdits(
    xml,
    nameless.flatMap((node) => {
      const name = toId(findAttribute(node, 'name') ?? node.name)
      let id = name
      for (let number = 2; taken.has(id); number++) id = `${name}_${number}`
      taken.add(id)
      ids.set(before.get(node) ?? id, id)
      return editAttribute(readStartTag(xml, node.offset), 'id', id)
    }),
  )
  return { xml: written, ids }
}

function toId(name: string): string {
  return name.replaceAll(/[^\w.-]/g, '_').replace(/^(?=[^A-Za-z_])/, '_')
}
