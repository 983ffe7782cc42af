import { attribute, findContent, findElementEnd, localName, parseXml, type XmlElement } from '@millrace/xml'
import { DIAGRAM_URI } from '../vocabulary/namespaces.ts'
import { listAlike, numberOf } from './alike.ts'
import { drawnBy, findLosses, idOf, type Loss } from './find-losses.ts'
import { listNamespaces } from './namespaces.ts'
import { isOpenText } from './values.ts'

/** The position of a part in a written file: an element with an id or its diagram element, and the path from it. */
export interface Anchor {
  readonly id: string | null
  /** The element that a shape, edge or plane draws, as `BPMNShape task1`. */
  readonly drawn: string | null
  /** Names of elements below, with their number among those of the name. */
  readonly steps: readonly { readonly uri: string; readonly name: string; readonly number: number }[]
}

/** A part of the original file, in the form in which it is inserted again. */
export type KeptPart =
  | {
      readonly kind: 'element'
      readonly parent: Anchor
      readonly previous: Anchor | null
      readonly xml: string
      /** Namespaces that the text needs, by prefix. */
      readonly namespaces: ReadonlyMap<string, string>
      readonly uri: string
      readonly name: string
      /** How many elements of the name were written beside it. */
      readonly others: number
      /** The id that a shape or an edge draws, where the original file has it. */
      readonly draws: string | null
    }
  | {
      readonly kind: 'attribute'
      readonly at: Anchor
      /** `{uri}name`, or the name alone. */
      readonly key: string
      readonly value: string
      /** The text that was written at the position of the part; only this text is replaced. */
      readonly written: string | null
    }
  | {
      readonly kind: 'content'
      readonly at: Anchor
      readonly xml: string
      readonly namespaces: ReadonlyMap<string, string>
      readonly written: string
    }

/**
 * Compares a file with the same file as an editor writes it without changes, and returns the missing parts with their
 * positions, to be inserted into later versions from the editor.
 *
 * @returns an empty list also when one of them cannot be read.
 */
export function planPutBack(original: string, written: string): KeptPart[] {
  const [before, after] = [parseXml(original), parseXml(written)]
  if (!before.ok || !after.ok) return []
  const losses = findLosses(before.root, after.root)
  const whole = new Set(losses.flatMap((loss) => listWholeContents(loss)))
  return [
    ...losses.flatMap((loss) => keepPart(original, loss, whole)),
    ...[...whole].flatMap((element) => {
      const at = losses.find((loss) => ownerOf(loss) === element)
      return at === undefined ? [] : [keepContent(original, element, parentOf(at))]
    }),
  ]
}

/** In a text with elements in between, their places matter: such a content is put back as a whole. */
function listWholeContents(loss: Loss): XmlElement[] {
  if (loss.kind === 'attribute') return []
  const owner = ownerOf(loss)
  return owner !== null && (loss.kind === 'text' || isOpenText(owner)) ? [owner] : []
}

function ownerOf(loss: Loss): XmlElement | null {
  return loss.kind === 'element' ? loss.lost.parent : loss.of
}

function parentOf(loss: Loss): XmlElement {
  return loss.kind === 'element' ? loss.parent : loss.at
}

function keepPart(original: string, loss: Loss, whole: ReadonlySet<XmlElement>): KeptPart[] {
  if (loss.kind === 'attribute') {
    const value = loss.of.attributes.get(loss.key) ?? ''
    return [
      {
        kind: 'attribute',
        at: anchorOf(loss.at),
        key: loss.key,
        value,
        written: loss.at.attributes.get(loss.key) ?? null,
      },
    ]
  }
  if (loss.kind === 'text') return []
  const { lost, parent, previous } = loss
  if (lost.parent !== null && whole.has(lost.parent)) return []
  const xml = original.slice(lost.offset, findElementEnd(original, lost.offset))
  return [
    {
      kind: 'element',
      parent: anchorOf(parent),
      previous: previous === null ? null : anchorOf(previous),
      xml,
      namespaces: listNamespaces(lost, xml),
      uri: lost.uri,
      name: lost.name,
      others: listAlike(parent, lost).length,
      draws: lost.uri === DIAGRAM_URI ? localName(attribute(lost, 'bpmnElement') ?? '') || null : null,
    },
  ]
}

function keepContent(original: string, element: XmlElement, at: XmlElement): KeptPart {
  const { from, to } = findContent(original, element.offset)
  const xml = original.slice(from, to)
  return {
    kind: 'content',
    at: anchorOf(at),
    xml,
    namespaces: listNamespaces(element, xml),
    written: describeContent(at),
  }
}

/** Describes the content of a written element, to detect whether somebody has changed it since. */
export function describeContent({ text, children }: XmlElement): string {
  return JSON.stringify([text.trim(), children.map(({ uri, name }) => `{${uri}}${name}`)])
}

function anchorOf(element: XmlElement): Anchor {
  const steps: Anchor['steps'][number][] = []
  let at = element
  while (at.parent !== null && idOf(at) === null && drawnBy(at) === null) {
    const { uri, name, parent } = at
    steps.unshift({ uri, name, number: numberOf(at) })
    at = parent
  }
  return { id: idOf(at), drawn: drawnBy(at), steps }
}
