import {
  editAttribute,
  escapeText,
  findContent,
  findElementEnd,
  parseXml,
  readStartTag,
  type TextEdit,
  writeEdits,
  type XmlElement,
} from '@millrace/xml'
import { BPMN_URI, DIAGRAM_URI } from '../vocabulary/namespaces.ts'
import { listAlike } from './alike.ts'
import { type ElementIndex, indexElements, readAlike } from './find-losses.ts'
import { declareIn, listMissing } from './namespaces.ts'
import { type Anchor, describeContent, type KeptPart } from './plan-put-back.ts'
import { findNamespace, isStandard, listPrefixes } from './values.ts'

/**
 * Returns a written file with the parts of the original file that it lacks. Parts whose position no longer exists, or
 * that were replaced since, are left out.
 *
 * @param xml the file that an editor has written.
 * @param renamed the new ids by the original ids.
 */
export function putBack(
  xml: string,
  parts: readonly KeptPart[],
  renamed: ReadonlyMap<string, string> = new Map(),
): string {
  if (parts.length === 0) return xml
  const parsed = parseXml(xml)
  if (!parsed.ok) return xml
  const { root } = parsed
  const index = indexElements(root)
  const places = { declared: new Map(), inserted: new Map(), extensions: new Map() }
  const file: File = { xml, root, index, renamed, ...places }
  const edits = parts.flatMap((part) => [...editPart(file, part)])
  for (const [owner, texts] of file.extensions) edits.push(...wrapInExtensions(file, owner, texts))
  for (const [parent, texts] of file.inserted) edits.push(...insertFirst(file, parent, texts))
  return writeEdits(xml, withoutOverlaps(edits))
}

/** Leaves out edits inside of contents that are restored as a whole. */
function withoutOverlaps(edits: readonly TextEdit[]): TextEdit[] {
  let end = 0
  return edits
    .toSorted((one, other) => one.from - other.from)
    .filter(({ from, to }) => {
      const isFree = from >= end
      if (isFree) end = to
      return isFree
    })
}

interface File {
  readonly xml: string
  readonly root: XmlElement
  readonly index: ElementIndex
  readonly renamed: ReadonlyMap<string, string>
  /** Prefixes that are declared by an edit, by element and namespace. */
  readonly declared: Map<XmlElement, Map<string, string>>
  /** Texts of elements that come first in their parent. */
  readonly inserted: Map<XmlElement, string[]>
  /** Texts of extension elements, by the element that has none any more. */
  readonly extensions: Map<XmlElement, string[]>
}

function* editPart(file: File, part: KeptPart): Iterable<TextEdit> {
  if (part.kind === 'attribute') {
    const at = find(file, part.at)
    if (at !== null) yield* editKeptAttribute(file, at, part)
    return
  }
  if (part.kind === 'content') {
    const at = find(file, part.at)
    if (at !== null && describeContent(at) === part.written) yield replaceContent(file, at, part)
    return
  }
  const parent = find(file, part.parent)
  if (parent === null) {
    const owner = findOwner(file, part.parent)
    if (owner !== null) append(file.extensions, owner, declareIn(part.xml, listMissing(owner, part.namespaces)))
    return
  }
  if (!isWanted(file, parent, part)) return
  const text = `\n${declareIn(part.xml, listMissing(parent, part.namespaces))}`
  const previous = part.previous === null ? null : find(file, part.previous)
  if (previous !== null && previous.parent === parent) {
    const end = findElementEnd(file.xml, previous.offset)
    yield { from: end, to: end, text }
  } else append(file.inserted, parent, text)
}

function append(texts: Map<XmlElement, string[]>, key: XmlElement, text: string): void {
  const known = texts.get(key)
  if (known === undefined) texts.set(key, [text])
  else known.push(text)
}

/**
 * Returns an editor drops extension elements that it sees nothing in, such as when a step becomes one of another kind.
 */
function findOwner(file: File, { steps, ...anchor }: Anchor): XmlElement | null {
  const last = steps.at(-1)
  if (last?.uri !== BPMN_URI || last.name !== 'extensionElements') return null
  return find(file, { ...anchor, steps: steps.slice(0, -1) })
}

/** Returns whether a part is still missing: its element was not deleted, and nothing has taken its place. */
function isWanted({ index, renamed }: File, parent: XmlElement, part: KeptPart & { kind: 'element' }): boolean {
  if (part.draws !== null) return index.byId.has(renamed.get(part.draws) ?? part.draws) || part.uri !== DIAGRAM_URI
  const id = !isStandard(part)
    ? undefined
    : /\sid\s*=\s*["']([^"']*)["']/.exec(part.xml.slice(0, part.xml.indexOf('>')))?.[1]
  if (id !== undefined) return !index.byId.has(id)
  return listAlike(parent, part).length <= part.others
}

function find({ root, index, renamed }: File, { id, drawn, steps }: Anchor): XmlElement | null {
  const [kind = '', shown = ''] = drawn?.split(' ') ?? []
  const start =
    (id === null ? undefined : (index.byId.get(renamed.get(id) ?? id) ?? index.byId.get(id))) ??
    (drawn === null ? undefined : index.byDrawn.get(`${kind} ${renamed.get(shown) ?? shown}`)) ??
    (id === null && drawn === null ? root : null)
  let at: XmlElement | null = start
  for (const step of steps) at = at === null ? null : (listAlike(at, step)[step.number] ?? null)
  return at
}

function* editKeptAttribute(
  file: File,
  at: XmlElement,
  { key, value, written }: KeptPart & { kind: 'attribute' },
): Iterable<TextEdit> {
  if ((readAlike(at, key) ?? null) !== written) return
  const end = key.startsWith('{') ? key.lastIndexOf('}') : -1
  const [uri, name] = [key.slice(1, Math.max(end, 1)), key.slice(end + 1)]
  const tag = readStartTag(file.xml, at.offset)
  if (uri === '') {
    yield* editAttribute(tag, name, value)
    return
  }
  const known = findPrefix(file, at, uri)
  if (known !== null) {
    yield* editAttribute(tag, `${known}:${name}`, value)
    return
  }
  const prefix = inventPrefix(at)
  file.declared.set(at, new Map(file.declared.get(at)).set(uri, prefix))
  yield* editAttribute(tag, `xmlns:${prefix}`, uri)
  yield* editAttribute(tag, `${prefix}:${name}`, value)
}

function findPrefix({ declared }: File, at: XmlElement, uri: string): string | null {
  if (uri === 'http://www.w3.org/XML/1998/namespace') return 'xml'
  const own = declared.get(at)?.get(uri)
  if (own !== undefined) return own
  return [...listPrefixes(at)].find((prefix) => prefix !== '' && findNamespace(at, prefix) === uri) ?? null
}

function inventPrefix(at: XmlElement): string {
  const taken = listPrefixes(at)
  let number = 1
  while (taken.has(`kept${number}`)) number++
  return `kept${number}`
}

function replaceContent(
  { xml }: File,
  at: XmlElement,
  { xml: content, namespaces }: KeptPart & { kind: 'content' },
): TextEdit {
  const { from, end, isClosed, tagName } = findContent(xml, at.offset)
  const added = listMissing(at, namespaces).filter(([prefix]) => prefix !== '')
  const declared = added.map(([prefix, uri]) => ` xmlns:${prefix}="${escapeText(uri)}"`).join('')
  return { from: from - (isClosed ? 2 : 1), to: end, text: `${declared}>${content}</${tagName}>` }
}

function insertFirst({ xml }: File, parent: XmlElement, texts: readonly string[]): TextEdit[] {
  const { from, isClosed, tagName } = findContent(xml, parent.offset)
  const content = texts.join('')
  if (!isClosed) return [{ from, to: from, text: content }]
  return [{ from: from - 2, to: from, text: `>${content}\n</${tagName}>` }]
}

/** Behind the documentation, as the schema has it. */
function wrapInExtensions(file: File, owner: XmlElement, texts: readonly string[]): TextEdit[] {
  const { prefix } = readStartTag(file.xml, owner.offset)
  const text = `\n<${prefix}extensionElements>${texts.join('\n')}</${prefix}extensionElements>`
  const documentation = listAlike(owner, { uri: BPMN_URI, name: 'documentation' }).at(-1)
  if (documentation === undefined) {
    file.inserted.set(owner, [text, ...(file.inserted.get(owner) ?? [])])
    return []
  }
  const end = findElementEnd(file.xml, documentation.offset)
  return [{ from: end, to: end, text }]
}
