import { attribute, createLocator, localName, parseXml, type XmlElement } from '@millrace/xml'
import { BPMN_URI } from '../vocabulary/namespaces.ts'
import { findLosses, type Loss } from './find-losses.ts'

/** A part of a file that another one lacks, in words for people. */
export interface FileLoss {
  readonly kind: Loss['kind']
  /** The name of the element or attribute: `BPMNShape`, `partitionElement`, `default`. */
  readonly part: string
  /** The element of BPMN that it belongs to or that it draws: its name, else its id. Null for the file as a whole. */
  readonly owner: string | null
  /** In the first file, from 1. */
  readonly line: number
}

/**
 * Compares two BPMN files by what they mean, and lists what the first one has and the second one lacks: elements,
 * attributes, texts, contents of extension elements, shapes, edges, labels and waypoints. An element stands for all that is
 * in it. Prefixes, defaults of the schema, order among different elements and half a pixel make no difference.
 *
 * @param before the file that is to be kept, as text.
 * @param after the file that is compared with it.
 * @returns null when one of them is not well-formed.
 */
export function listLosses(before: string, after: string): FileLoss[] | null {
  const [old, now] = [parseXml(before), parseXml(after)]
  if (!old.ok || !now.ok) return null
  const locate = createLocator(before)
  return findLosses(old.root, now.root).map((loss) => {
    const element = loss.kind === 'element' ? loss.lost : loss.of
    const part = loss.kind === 'attribute' ? loss.key.replace(/^\{.*\}/, '') : element.name
    return { kind: loss.kind, part, owner: findOwner(element), line: locate(element.offset).line }
  })
}

function findOwner(element: XmlElement): string | null {
  for (let at: XmlElement | null = element; at !== null; at = at.parent) {
    const drawn = localName(attribute(at, 'bpmnElement') ?? '')
    const name = at.uri === BPMN_URI && at.parent !== null ? (attribute(at, 'name') ?? attribute(at, 'id')) : drawn
    if (name) return name
  }
  return null
}
