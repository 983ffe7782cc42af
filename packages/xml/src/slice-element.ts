import { readStartTag } from './text-edits.ts'

/**
 * Returns the position after the end tag of an element with any content.
 *
 * @param xml a well-formed text.
 * @param from the position of its start tag.
 */
export function findElementEnd(xml: string, from: number): number {
  let depth = 0
  for (let at = xml.indexOf('<', from); at >= 0; ) {
    const end = findMarkupEnd(xml, at)
    if (end < 0) break
    if (xml.startsWith('</', at)) depth--
    else if (!isNoTag(xml, at) && xml[end - 2] !== '/') depth++
    if (depth === 0 && !isNoTag(xml, at)) return end
    at = xml.indexOf('<', end)
  }
  return xml.length
}

/** Comments, CDATA and processing instructions, by how they begin and end. */
const others = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

function isNoTag(xml: string, at: number): boolean {
  return xml[at + 1] === '!' || xml[at + 1] === '?'
}

/** Behind the tag, comment, CDATA or instruction that begins there; -1 where it does not end. */
function findMarkupEnd(xml: string, at: number): number {
  for (const [begin, close] of others)
    if (xml.startsWith(begin, at)) {
      const end = xml.indexOf(close, at + begin.length)
      return end < 0 ? -1 : end + close.length
    }
  for (let position = at + 1; position < xml.length; position++) {
    const letter = xml[position]
    if (letter === '>') return position + 1
    if (letter === '"' || letter === "'") {
      position = xml.indexOf(letter, position + 1)
      if (position < 0) return -1
    }
  }
  return -1
}

/** The content between the tags of an element. */
export interface ElementContent {
  readonly from: number
  readonly to: number
  /** Behind the end tag. */
  readonly end: number
  /** Whether it is written without an end tag: `<a/>`. */
  readonly isClosed: boolean
  /** The name of its tags, with the prefix. */
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
