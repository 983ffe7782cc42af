import { defaultSettings } from '../document/read-settings.ts'
import type { FieldType, FormDocument, FormNode, LayoutType } from '../document/types.ts'

/** A document with these nodes and the usual settings. Without nodes it is the form of a task that has none. */
export function createDocument(id: string, root: readonly FormNode[]): FormDocument {
  return { schema: 1, id, settings: defaultSettings, i18n: {}, root }
}

/** A node in the generated forms' layout: long contents over the full width, others in two columns. */
export function createNode(node: {
  id: string
  type: FieldType | LayoutType
  key?: string
  props: Readonly<Record<string, unknown>>
  children?: readonly FormNode[]
}): FormNode {
  return { ...node, layout: { span: { base: 12, sm: 12, md: fullWidth.has(node.type) ? 12 : 6 } } }
}

const fullWidth: ReadonlySet<string> = new Set(['textarea', 'file', 'variables', 'section', 'static-text'])
