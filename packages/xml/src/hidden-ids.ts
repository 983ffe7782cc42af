import { attribute, localName, walk, type XmlElement } from './element.ts'
import { parseXml } from './parse-xml.ts'
import { findContent } from './slice-element.ts'
import { readStartTag, type TextEdit, writeEdits } from './text-edits.ts'

/** The ids that moddle can read. XML also allows letters of other scripts. */
const readable = /^[a-z_][\w.-]*$/i
const name = /^[\p{L}_][\p{L}\p{N}\p{M}._·-]*$/u
const mark = 'hidden.id.'

/** The ids and references of a format. */
export interface IdRules {
  /** Returns whether an element belongs to the schemas of the format, and not to a vendor. */
  readonly isStandard: (element: XmlElement) => boolean
  /** Returns whether an attribute refers to another element, as `id`, `prefix:id` or `#id`. */
  readonly isReferenceAttribute: (key: string) => boolean
  /** Returns whether the text of an element refers to another element. */
  readonly isReferenceElement: (element: XmlElement) => boolean
}

/** An element of a file that moddle has read. */
interface ReadElement {
  readonly $type: string
  $parent?: ReadElement
  set(name: string, value: unknown): void
}

/**
 * Returns a file with ids that moddle can read: it refuses an element whose id has letters beyond ASCII, such as
 * “Prüfung”. Such an id, and each reference to it, is encoded; `showIds` and `showIdsIn` decode it. Ids that break the
 * standard stay unchanged.
 */
export function hideIds(xml: string, rules: IdRules): string {
  // An id may also have its letters as `&#252;`.
  if (!/[\u0080-\uffff]|&#/.test(xml) && !xml.includes(mark)) return xml
  const parsed = parseXml(xml)
  if (!parsed.ok) return xml
  const standard = [...walk(parsed.root)].filter(rules.isStandard)
  const hidden = new Set<string>()
  for (const element of standard) {
    const id = attribute(element, 'id')?.trim()
    if (id !== undefined && name.test(id) && (!readable.test(id) || id.startsWith(mark))) hidden.add(id)
  }
  if (hidden.size === 0) return xml
  return writeEdits(
    xml,
    standard.flatMap((element) => rename(xml, element, { hidden, rules })),
  )
}

function rename(
  xml: string,
  element: XmlElement,
  { hidden, rules }: { hidden: ReadonlySet<string>; rules: IdRules },
): TextEdit[] {
  const edits: TextEdit[] = []
  const replace = (value: string, from: number, to: number) => {
    const text = value.trim()
    const isFragment = text.startsWith('#')
    const id = isFragment ? text.slice(1) : localName(text)
    if (hidden.has(id)) edits.push({ from, to, text: `${isFragment ? '#' : ''}${hide(id)}` })
  }
  for (const { name: key, valueFrom, valueTo } of readStartTag(xml, element.offset).attributes)
    if (key === 'id' || rules.isReferenceAttribute(key)) replace(element.attributes.get(key) ?? '', valueFrom, valueTo)
  if (rules.isReferenceElement(element) && element.children.length === 0) {
    const { from, to } = findContent(xml, element.offset)
    replace(element.text, from, to)
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
export function showIds(
  definitions: ReadElement,
  { isReferenceAttribute }: Pick<IdRules, 'isReferenceAttribute'>,
  elementsById: Record<string, unknown> = {},
): void {
  const waiting = [definitions]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop())
    for (const [key, value] of Object.entries(element)) {
      if (typeof value === 'string') {
        const isHidden = value.startsWith(mark) || value.startsWith(`#${mark}`)
        if (isHidden && (key === 'id' || isReferenceAttribute(key))) element.set(key, showIdsIn(value))
      } else
        for (const one of Array.isArray(value) ? value : [value])
          if (isRead(one) && one.$parent === element) waiting.push(one)
    }
  for (const [id, element] of Object.entries(elementsById)) {
    if (!id.startsWith(mark)) continue
    delete elementsById[id]
    elementsById[showIdsIn(id)] = element
  }
}

function isRead(value: unknown): value is ReadElement {
  return typeof value === 'object' && value !== null && '$type' in value
}
