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
  readonly attributes: Map<string, string>
  readonly parent: OpenElement | null
  readonly children: OpenElement[]
  text: string
}

function createTree() {
  let root: OpenElement | null = null
  let current: OpenElement | null = null
  return {
    open({ uri, name, attributes: given, offset }: XmlTag) {
      const attributes = new Map<string, string>()
      for (const one of given) attributes.set(one.uri === '' ? one.local : `{${one.uri}}${one.local}`, one.value)
      const element: OpenElement = { uri, name, attributes, parent: current, children: [], text: '', offset }
      if (current === null) root = element
      else current.children.push(element)
      current = element
    },
    close() {
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
