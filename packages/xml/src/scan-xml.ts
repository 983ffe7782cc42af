import { SaxesParser } from 'saxes'
import type { XmlFault } from './fault.ts'
import { defaultLimits, type XmlLimits } from './limits.ts'

export interface XmlTag {
  readonly uri: string
  readonly name: string
  /** Declarations of namespaces among them. */
  readonly attributes: readonly XmlAttribute[]
  /** Where the tag begins, in UTF-16 units from the start of the file. */
  readonly offset: number
}

export interface XmlAttribute {
  /** Empty for an attribute without prefix. */
  readonly uri: string
  readonly prefix: string
  readonly local: string
  readonly value: string
}

/** Callbacks while a text is parsed, in the order of the text. */
export interface XmlHandlers {
  open(tag: XmlTag): void
  close(): void
  /** A piece of text or CDATA. */
  text(piece: string): void
}

export interface ScanOptions {
  readonly limits?: XmlLimits
  /** Lets a document type pass that declares nothing of its own, as drawings have. */
  readonly allowPlainDoctype?: boolean
}

/**
 * Reads XML 1.0 with namespaces piece by piece, strictly. A document type is refused before any content is read, so
 * that no entity is ever declared or expanded; the parser stops at the first exceeded limit. Errors that a handler
 * throws are passed on.
 *
 * @returns the first fault; null when the whole text was read.
 */
export function scanXml(
  xml: string,
  handlers: XmlHandlers,
  { limits = defaultLimits, allowPlainDoctype = false }: ScanOptions = {},
): XmlFault | null {
  if (xml.length > limits.maxLength) return { kind: 'too-large', detail: '', line: 1, column: 1 }
  const parser = new SaxesParser({ xmlns: true, position: true })
  const stop = (kind: XmlFault['kind'], detail = ''): never => {
    throw new Stop({ kind, detail, line: parser.line, column: parser.column + 1 })
  }
  let depth = 0
  let count = 0
  let attributesLeft = 0
  const countNode = () => {
    if (++count > limits.maxElements) stop('too-many-elements')
  }
  let offset = 0
  let hasRoot = false

  parser.on('error', (error) => stop('malformed', error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')))
  parser.on('doctype', (declared) => {
    if (!allowPlainDoctype || /[[%]|<!entity/i.test(declared)) stop('doctype')
  })
  parser.on('opentagstart', ({ name }) => {
    offset = xml.lastIndexOf(`<${name}`, parser.position)
    attributesLeft = limits.maxAttributes
  })
  parser.on('attribute', () => {
    if (--attributesLeft < 0) stop('too-many-attributes')
  })
  parser.on('comment', countNode)
  parser.on('processinginstruction', countNode)
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (++depth > limits.maxDepth) stop('too-deep')
    countNode()
    hasRoot = true
    handlers.open({ uri, name: local, attributes: Object.values(attributes), offset })
  })
  parser.on('closetag', () => {
    depth--
    handlers.close()
  })
  parser.on('text', (piece) => handlers.text(piece))
  parser.on('cdata', (piece) => handlers.text(piece))
  try {
    parser.write(xml).close()
    return hasRoot ? null : stop('malformed', 'document must contain a root element')
  } catch (error) {
    if (error instanceof Stop) return error.fault
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
