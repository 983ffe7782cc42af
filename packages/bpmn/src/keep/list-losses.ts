import { attribute, createLocator, localName, parseXml, type XmlElement } from '@millrace/xml'
import { BPMN_URI } from '../vocabulary/namespaces.ts'
import { findLosses, type Loss } from './find-losses.ts'

/** A part of a file that another one lacks, as text for users. */
export interface FileLoss {
  readonly kind: Loss['kind'] | 'comment'
  /** The name of the element or attribute: `BPMNShape`, `partitionElement`, `default`. Of a comment how it begins. */
  readonly part: string
  /** The element of BPMN that it belongs to or that it draws: its name, else its id. Null for the file as a whole. */
  readonly owner: string | null
  /** The line in the original file, from 1. */
  readonly line: number
}

/**
 * Compares two BPMN files by meaning, and lists the parts that only the first one has: elements, attributes, texts,
 * contents of extension elements, shapes, edges, labels, waypoints and comments. An element includes its content.
 * Prefixes, schema defaults, order among different elements and half a pixel make no difference.
 *
 * @param before the file to keep, as text.
 * @param after the file that is compared with it.
 * @returns null when one of them is not well-formed.
 */
export function listLosses(before: string, after: string): FileLoss[] | null {
  const [old, now] = [parseXml(before), parseXml(after)]
  if (!old.ok || !now.ok) return null
  const locate = createLocator(before)
  const parts = findLosses(old.root, now.root).map((loss): FileLoss => {
    const element = loss.kind === 'element' ? loss.lost : loss.of
    const part = loss.kind === 'attribute' ? loss.key.replace(/^\{.*\}/, '') : element.name
    return { kind: loss.kind, part, owner: findOwner(element), line: locate(element.offset).line }
  })
  const comments = findLostComments(before, after).map(
    ({ text, offset }): FileLoss => ({
      kind: 'comment',
      part: text.length > longestComment ? `${text.slice(0, longestComment)}…` : text,
      owner: null,
      line: locate(offset).line,
    }),
  )
  return [...parts, ...comments]
}

/** Characters of a comment that are shown. */
const longestComment = 60

interface Comment {
  /** With one blank for each run of white space. */
  readonly text: string
  readonly offset: number
}

function findLostComments(before: string, after: string): Comment[] {
  const kept = Map.groupBy(listComments(after), ({ text }) => text)
  return listComments(before).filter(({ text }) => text !== '' && kept.get(text)?.pop() === undefined)
}

/** Lists the comments of a well-formed file. */
function listComments(xml: string): Comment[] {
  const comments: Comment[] = []
  for (let offset = xml.indexOf('<!'); offset !== -1; ) {
    const isComment = xml.startsWith('<!--', offset)
    const isCdata = xml.startsWith('<![CDATA[', offset)
    const end = isComment ? xml.indexOf('-->', offset + 4) : isCdata ? xml.indexOf(']]>', offset) : offset + 2
    if (end === -1) break
    if (isComment)
      comments.push({
        text: xml
          .slice(offset + 4, end)
          .trim()
          .split(/\s+/)
          .join(' '),
        offset,
      })
    offset = xml.indexOf('<!', end)
  }
  return comments
}

function findOwner(element: XmlElement): string | null {
  for (let at: XmlElement | null = element; at !== null; at = at.parent) {
    const drawn = localName(attribute(at, 'bpmnElement') ?? '')
    const name = at.uri === BPMN_URI && at.parent !== null ? (attribute(at, 'name') ?? attribute(at, 'id')) : drawn
    if (name) return name
  }
  return null
}
