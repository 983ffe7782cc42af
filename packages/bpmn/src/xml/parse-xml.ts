import { SaxesParser } from 'saxes'
import type { XmlElement } from './element.ts'

export interface XmlLimits {
  /** UTF-16 units of the whole text. */
  readonly maxLength: number
  readonly maxDepth: number
  readonly maxElements: number
}

export const defaultLimits: XmlLimits = { maxLength: 20 * 1024 * 1024, maxDepth: 256, maxElements: 500_000 }

export interface XmlFault {
  readonly kind: 'malformed' | 'doctype' | 'too-large' | 'too-deep' | 'too-many-elements'
  /** What the parser says of malformed text; empty otherwise. */
  readonly detail: string
  readonly line: number
  readonly column: number
}

export type ParsedXml =
  | { readonly ok: true; readonly root: XmlElement }
  | { readonly ok: false; readonly fault: XmlFault }

interface OpenElement {
  readonly uri: string
  readonly name: string
  readonly attributes: Map<string, string>
  readonly parent: OpenElement | null
  readonly children: OpenElement[]
  text: string
  readonly offset: number
}

/**
 * Parses XML 1.0 with namespaces into a tree, strictly. A document type is refused before any content is read, so that
 * no entity is ever declared or expanded; limits stop the parser where they are passed. Lines and columns count from 1.
 */
export function parseXml(xml: string, limits: XmlLimits = defaultLimits): ParsedXml {
  if (xml.length > limits.maxLength) return { ok: false, fault: { kind: 'too-large', detail: '', line: 1, column: 1 } }
  try {
    return { ok: true, root: buildTree(xml, limits) }
  } catch (error) {
    if (error instanceof Stop) return { ok: false, fault: error.fault }
    throw error
  }
}

/** Leaves the parser from inside one of its handlers. Never leaves this file. */
class Stop extends Error {
  readonly fault: XmlFault

  constructor(fault: XmlFault) {
    super(fault.kind)
    this.fault = fault
  }
}

function buildTree(xml: string, limits: XmlLimits): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: true })
  const stop = (kind: XmlFault['kind'], detail = '') => {
    throw new Stop({ kind, detail, line: parser.line, column: parser.column + 1 })
  }
  let root: OpenElement | null = null
  let current: OpenElement | null = null
  let depth = 0
  let count = 0
  let offset = 0

  parser.on('error', (error) => stop('malformed', error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')))
  parser.on('doctype', () => stop('doctype'))
  parser.on('opentagstart', ({ name }) => {
    offset = xml.lastIndexOf(`<${name}`, parser.position)
  })
  parser.on('opentag', (tag) => {
    if (++depth > limits.maxDepth) stop('too-deep')
    if (++count > limits.maxElements) stop('too-many-elements')
    const attributes = new Map<string, string>()
    for (const { uri, local, value } of Object.values(tag.attributes)) {
      attributes.set(uri === '' ? local : `{${uri}}${local}`, value)
    }
    const element: OpenElement = {
      uri: tag.uri,
      name: tag.local,
      attributes,
      parent: current,
      children: [],
      text: '',
      offset,
    }
    if (current === null) root = element
    else current.children.push(element)
    current = element
  })
  parser.on('closetag', () => {
    depth--
    current = current?.parent ?? null
  })
  const append = (text: string) => {
    if (current !== null) current.text += text
  }
  parser.on('text', append)
  parser.on('cdata', append)
  parser.write(xml).close()
  return root ?? stop('malformed', 'document must contain a root element')
}
