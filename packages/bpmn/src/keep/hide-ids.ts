import {
  findContent,
  localName,
  parseXml,
  readStartTag,
  type TextEdit,
  walk,
  writeEdits,
  type XmlElement,
} from '@millrace/xml'
import { isElement, type ModdleElement } from '../moddle/moddle-element.ts'
import { idOf } from './find-losses.ts'
import { isReferenceAttribute, isReferenceElement, isStandard } from './values.ts'

/** The ids that moddle can read. XML also allows letters of other scripts. */
const readable = /^[a-z_][\w.-]*$/i
const name = /^[\p{L}_][\p{L}\p{N}\p{M}._·-]*$/u
const mark = 'hidden.id.'

/**
 * Returns a file with ids that moddle can read: it refuses an element whose id has letters beyond ASCII, such as
 * “Prüfung”. Such an id, and each reference to it, is encoded; `showIds` and `showIdsIn` decode it. Ids that break the
 * standard stay unchanged.
 */
export function hideIds(xml: string): string {
  if (!/[\u0080-\uffff]/.test(xml) && !xml.includes(mark)) return xml
  const parsed = parseXml(xml)
  if (!parsed.ok) return xml
  const { root } = parsed
  const hidden = new Set<string>()
  for (const element of walk(root)) {
    const id = idOf(element)
    if (id !== null && name.test(id) && (!readable.test(id) || id.startsWith(mark))) hidden.add(id)
  }
  if (hidden.size === 0) return xml
  const renamed = [...walk(root)].filter(isStandard)
  return writeEdits(
    xml,
    renamed.flatMap((element) => rename(xml, element, hidden)),
  )
}

function rename(xml: string, element: XmlElement, hidden: ReadonlySet<string>): TextEdit[] {
  const isHidden = (value: string) => hidden.has(localName(value.trim()))
  const edits: TextEdit[] = []
  for (const { name: key, valueFrom, valueTo } of readStartTag(xml, element.offset).attributes) {
    const value = element.attributes.get(key) ?? ''
    if ((key === 'id' || isReferenceAttribute(key)) && isHidden(value))
      edits.push({ from: valueFrom, to: valueTo, text: hide(localName(value.trim())) })
  }
  if (isReferenceElement(element) && element.children.length === 0 && isHidden(element.text)) {
    const { from, to } = findContent(xml, element.offset)
    edits.push({ from, to, text: hide(localName(element.text.trim())) })
  }
  return edits
}

function hide(id: string): string {
  const letters = [...id].map((one) => (/[a-z0-9.-]/i.test(one) ? one : `_${one.codePointAt(0)?.toString(16)}_`))
  return `${mark}${letters.join('')}`
}

/** Decodes all ids in a text that `hideIds` has encoded. */
export function showIdsIn(text: string): string {
  return text.replaceAll(/hidden\.id\.[\w.-]*/g, (found) =>
    found
      .slice(mark.length)
      .replaceAll(/_(10[0-9a-f]{4}|[0-9a-f]{1,5})_/g, (_, point: string) =>
        String.fromCodePoint(Number.parseInt(point, 16)),
      ),
  )
}

/** Decodes the ids that `hideIds` has encoded, in a file that moddle has read. Call it right after `fromXML`. */
export function showIds(definitions: ModdleElement, elementsById: Record<string, unknown> = {}): void {
  const waiting = [definitions]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop())
    for (const [key, value] of Object.entries(element)) {
      if (typeof value === 'string') {
        if (value.startsWith(mark) && (key === 'id' || isReferenceAttribute(key))) element.set(key, showIdsIn(value))
      } else
        for (const one of Array.isArray(value) ? value : [value])
          if (isElement(one) && one.$parent === element) waiting.push(one)
    }
  for (const [id, element] of Object.entries(elementsById)) {
    if (!id.startsWith(mark)) continue
    delete elementsById[id]
    elementsById[showIdsIn(id)] = element
  }
}
