import { defaultSettings } from '../document/read-settings.ts'
import type { FormDocument, FormNode, NodeType } from '../document/types.ts'
import { documentSchema } from '../document/upgrade-document.ts'

/** Returns a document with these nodes and the usual settings. Without nodes it is the form of a task that has none. */
export function createDocument(id: string, root: readonly FormNode[]): FormDocument {
  return { schema: documentSchema, id, settings: defaultSettings, i18n: {}, root }
}

/** Returns a node in the generated forms' layout: long contents over the full width, others in two columns. */
export function createNode(node: {
  id: string
  type: NodeType
  key?: string
  props: Readonly<Record<string, unknown>>
  children?: readonly FormNode[]
}): FormNode {
  return { ...node, layout: { span: { base: 12, sm: 12, md: fullWidth.has(node.type) ? 12 : 6 } } }
}

const fullWidth: ReadonlySet<string> = new Set(['textarea', 'file', 'variables', 'section', 'static-text'])
