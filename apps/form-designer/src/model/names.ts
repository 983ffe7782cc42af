import type { NodeType } from '@millrace/forms'
import type { Design, DesignNode } from '@millrace/forms/design'
import { t } from '../../../web/src/lib/i18n.ts'
import { labelOf, toWords } from './describe-node.ts'

/** What a type of node is called. */
export function nameType(type: NodeType): string {
  return find(t('designer.types', { returnObjects: true }), type)
}

/** What a property is called. */
export function nameProperty(name: string): string {
  return find(t('designer.properties', { returnObjects: true }), name)
}

/** What a choice of a property is called. */
export function nameChoice(property: string, choice: string): string {
  const known: Readonly<Record<string, string>> = t('designer.choices', { returnObjects: true })
  return known[`${property}.${choice}`] ?? toWords(choice)
}

/** `Text “Supplier”`; the type alone for what has no name of its own. */
export function nameNode(node: Pick<DesignNode, 'id' | 'type' | 'key' | 'props'>): string {
  const label = labelOf(node)
  const type = nameType(node.type)
  return label === '' ? type : t('designer.named', { type, label })
}

/** The name of what has this id; of the form for null. */
export function nameHolder({ nodes }: Design, id: string | null): string {
  const node = id === null ? undefined : nodes[id]
  return node === undefined ? t('designer.theForm') : nameNode(node)
}

function find(names: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(names, name) ? (names[name] ?? toWords(name)) : toWords(name)
}
