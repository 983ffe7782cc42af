import type { XmlElement } from './element.ts'
import type { XmlFault } from './fault.ts'
import { defaultLimits, type XmlLimits } from './limits.ts'
import { scanXml, type XmlTag } from './scan-xml.ts'

export type ParsedXml =
  | { readonly ok: true; readonly root: XmlElement }
  | { readonly ok: false; readonly fault: XmlFault }

/** Parses XML into a tree, as strictly as `scanXml` reads it. */
export function parseXml(xml: string, limits: XmlLimits = defaultLimits): ParsedXml {
  const tree = createTree()
  const fault = scanXml(xml, tree, { limits })
  if (fault !== null) return { ok: false, fault }
  return { ok: true, root: tree.getRoot() }
}

interface OpenElement extends XmlElement {
  readonly parent: OpenElement | null
  children: OpenElement[]
  text: string
}

// Files have up to a million elements, and most of them have no attributes or no children.
const noAttributes: ReadonlyMap<string, string> = new Map()
const noChildren: OpenElement[] = []

function createTree() {
  let root: OpenElement | null = null
  let current: OpenElement | null = null
  return {
    open({ uri, name, attributes: given, offset }: XmlTag) {
      const attributes = readAttributes(given)
      const element: OpenElement = { uri, name, attributes, parent: current, children: noChildren, text: '', offset }
      if (current === null) root = element
      else if (current.children === noChildren) current.children = [element]
      else current.children.push(element)
      current = element
    },
    close() {
      if (current !== null) makeLean(current)
      current = current?.parent ?? null
    },
    text(piece: string) {
      if (current !== null) current.text += piece
    },
    getRoot(): XmlElement {
      if (root === null) throw new Error('Expected a root element, because the text was read without a fault.')
      return root
    },
  }
}

/**
 * Returns an array that grew has room for more than it will ever hold, and what only sets elements apart says nothing.
 */
function makeLean(element: OpenElement): void {
  if (element.children.length > 1) element.children = element.children.slice()
  if (element.children.length > 0 && element.text.trim() === '') element.text = ''
}

function readAttributes(given: XmlTag['attributes']): ReadonlyMap<string, string> {
  if (given.length === 0) return noAttributes
  const attributes = new Map<string, string>()
  for (const one of given) attributes.set(one.uri === '' ? one.local : `{${one.uri}}${one.local}`, one.value)
  return attributes
}
