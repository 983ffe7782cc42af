/** A replacement of a part of a text: its offsets, and the new text. */
export interface TextEdit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/**
 * Applies edits to a text.
 *
 * @param edits without overlaps.
 */
export function writeEdits(text: string, edits: readonly TextEdit[]): string {
  let written = ''
  let at = 0
  for (const { from, to, text: replacement } of edits.toSorted((one, other) => one.from - other.from)) {
    written += text.slice(at, from) + replacement
    at = to
  }
  return written + text.slice(at)
}

/** A start tag in a text that was parsed without an error. */
export interface StartTag {
  readonly from: number
  /** Behind its `>`. */
  readonly to: number
  /** `bpmn:` in `bpmn:process`; empty without. */
  readonly prefix: string
  readonly isClosed: boolean
  readonly attributes: readonly TagAttribute[]
}

export interface TagAttribute {
  /** The name of the attribute, with the prefix. */
  readonly name: string
  /** The offset of the attribute, including the space before it. */
  readonly from: number
  readonly valueFrom: number
  readonly valueTo: number
  /** Behind its quote. */
  readonly to: number
}

const attributePattern = /\s+([^\s=/>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y

/**
 * Reads a start tag.
 *
 * @param from its position.
 */
export function readStartTag(xml: string, from: number): StartTag {
  const name = /^<([^\s/>]+)/.exec(xml.slice(from, from + 1000))?.[1] ?? ''
  const attributes: TagAttribute[] = []
  attributePattern.lastIndex = from + 1 + name.length
  let end = attributePattern.lastIndex
  for (let found = attributePattern.exec(xml); found !== null; found = attributePattern.exec(xml)) {
    const [whole, attribute = '', double, single] = found
    end = found.index + whole.length
    const value = double ?? single ?? ''
    const valueFrom = end - 1 - value.length
    attributes.push({ name: attribute, from: found.index, valueFrom, valueTo: end - 1, to: end })
  }
  const to = xml.indexOf('>', end) + 1
  return {
    from,
    to,
    prefix: name.includes(':') ? name.slice(0, name.indexOf(':') + 1) : '',
    isClosed: xml[to - 2] === '/',
    attributes,
  }
}

/** Sets an attribute; null removes it. */
export function editAttribute(tag: StartTag, name: string, value: string | null): TextEdit[] {
  const known = tag.attributes.find((attribute) => attribute.name === name)
  if (value === null) return known === undefined ? [] : [{ from: known.from, to: known.to, text: '' }]
  if (known !== undefined) return [{ from: known.valueFrom, to: known.valueTo, text: escapeText(value) }]
  const at = tag.to - (tag.isClosed ? 2 : 1)
  return [{ from: at, to: at, text: ` ${name}="${escapeText(value)}"` }]
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}

/** Escapes a text for an attribute value. */
export function escapeText(text: string): string {
  return text.replaceAll(/[&<>"'\n\r\t]/g, (sign) => signs[sign] ?? sign)
}

/** Returns the position after the end tag of an element that only contains text. */
export function findEnd(xml: string, tag: StartTag): number {
  if (tag.isClosed) return tag.to
  const closing = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<\/[^>]*(?:>|$)/g
  closing.lastIndex = tag.to
  for (let found = closing.exec(xml); found !== null; found = closing.exec(xml))
    if (found[0].startsWith('</')) return found.index + found[0].length
  return tag.to
}
