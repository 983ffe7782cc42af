import { readStartTag } from './text-edits.ts'

const markup = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<\/?[^!?](?:[^<>"']|"[^"]*"|'[^']*')*>/g

/**
 * Returns the position behind the end tag of an element, whatever it contains.
 *
 * @param xml a text that has been read without a fault.
 * @param from where the start tag of the element begins.
 */
export function findElementEnd(xml: string, from: number): number {
  const pattern = new RegExp(markup)
  pattern.lastIndex = from
  let depth = 0
  for (let found = pattern.exec(xml); found !== null; found = pattern.exec(xml)) {
    const [tag] = found
    if (tag.startsWith('<!') || tag.startsWith('<?')) continue
    if (tag.startsWith('</')) depth--
    else if (!tag.endsWith('/>')) depth++
    if (depth === 0) return pattern.lastIndex
  }
  return xml.length
}

/** What is between the tags of an element. */
export interface ElementContent {
  readonly from: number
  readonly to: number
  /** Behind the end tag. */
  readonly end: number
  /** Whether it is written without an end tag: `<a/>`. */
  readonly isClosed: boolean
  /** With its prefix. */
  readonly tagName: string
}

/**
 * Returns where the content of an element is.
 *
 * @param xml a text that has been read without a fault.
 * @param offset where the start tag of the element begins.
 */
export function findContent(xml: string, offset: number): ElementContent {
  const tag = readStartTag(xml, offset)
  const end = findElementEnd(xml, offset)
  const tagName = /^<([^\s/>]+)/.exec(xml.slice(offset, offset + 1000))?.[1] ?? ''
  if (tag.isClosed) return { from: tag.to, to: tag.to, end, isClosed: true, tagName }
  return { from: tag.to, to: xml.lastIndexOf('</', end - 1), end, isClosed: false, tagName }
}
