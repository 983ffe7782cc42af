import {
  escapeText,
  findContent,
  findElementEnd,
  localName,
  parseXml,
  readStartTag,
  type TextEdit,
  walk,
  writeEdits,
  type XmlElement,
} from '@millrace/xml'
import { tidyFile } from '../moddle/tidy-file.ts'
import { BPMN_URI } from '../vocabulary/namespaces.ts'
import { indexElements } from './find-losses.ts'
import { hideIds } from './hide-ids.ts'
import { isOpenText, isReferenceAttribute, isReferenceElement, isStandard } from './values.ts'

/**
 * Returns a file that bpmn-moddle can read and write: without valid parts at which moddle would fail, and with
 * references that moddle can resolve. `planPutBack` and `putBack` insert the hidden parts into the written file again.
 *
 * - Texts such as documentation keep their text and lose elements of vendors in between.
 * - Contents of vendors with elements of no namespace, or with text between elements, are left out as a whole.
 * - Elements that moddle would write under another name are left out, and so is the content of `extension`.
 * - References have no prefix where the file has their id, as the engine resolves them.
 * - Ids with letters beyond ASCII are encoded. `showIds` decodes them.
 */
export function hideUnreadable(xml: string): string {
  const parsed = parseXml(xml)
  if (!parsed.ok) return tidyFile(xml)
  const { byId } = indexElements(parsed.root)
  const edits: TextEdit[] = []
  const waiting = [parsed.root]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    const isLeftOut = misnamed.has(nameOf(element)) || (!isStandard(element) && isTooMuch(element))
    if (isLeftOut) edits.push({ from: element.offset, to: findElementEnd(xml, element.offset), text: '' })
    else if (isFullOfMarkup(element)) edits.push(replaceContent(xml, element))
    else waiting.push(...element.children)
    if (!isLeftOut) edits.push(...resolve(xml, element, byId))
  }
  return hideIds(tidyFile(writeEdits(xml, edits)))
}

/** Elements of BPMN that moddle writes by the name of their type. */
const misnamed: ReadonlySet<string> = new Set([
  'lane/partitionElement',
  'correlationPropertyRetrievalExpression/messagePath',
  'correlationPropertyBinding/dataPath',
  'complexBehaviorDefinition/condition',
  'complexBehaviorDefinition/event',
  'collaboration/conversationAssociation',
])

function nameOf({ uri, name, parent }: XmlElement): string {
  return uri === BPMN_URI ? `${parent?.name}/${name}` : ''
}

function isTooMuch(element: XmlElement): boolean {
  for (const { uri, text, children } of walk(element))
    if (uri === '' || (children.length > 0 && text !== '')) return true
  return false
}

function isFullOfMarkup(element: XmlElement): boolean {
  if (element.uri !== BPMN_URI || element.children.length === 0) return false
  return element.name === 'extension' || (isOpenText(element) && element.children.some((child) => !isOfBase(child)))
}

/** What any element of BPMN may have, an expression too. */
function isOfBase({ uri, name }: XmlElement): boolean {
  return uri === BPMN_URI && (name === 'documentation' || name === 'extensionElements')
}

function replaceContent(xml: string, element: XmlElement): TextEdit {
  const { from, to } = findContent(xml, element.offset)
  return { from, to, text: escapeText(element.text) }
}

function* resolve(xml: string, element: XmlElement, byId: ReadonlyMap<string, XmlElement>): Iterable<TextEdit> {
  if (!isStandard(element)) return
  const isFound = (name: string) => name.includes(':') && byId.has(localName(name))
  const named = [...element.attributes].filter(([key, value]) => isReferenceAttribute(key) && isFound(value.trim()))
  const tag = named.length > 0 || isFound(element.text.trim()) ? readStartTag(xml, element.offset) : null
  if (tag === null) return
  for (const [key, value] of named) {
    const place = tag.attributes.find(({ name }) => name === key)
    if (place !== undefined) yield { from: place.valueFrom, to: place.valueTo, text: localName(value) }
  }
  if (!isReferenceElement(element) || element.children.length > 0 || !isFound(element.text.trim())) return
  const { from, to } = findContent(xml, element.offset)
  yield { from, to, text: localName(element.text) }
}
