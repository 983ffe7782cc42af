import type { NodeType } from '@millrace/forms'
import type { Design, DesignNode } from '@millrace/forms/design'
import i18next from 'i18next'
import { t } from '../../../web/src/lib/i18n.ts'
import { labelOf, toWords } from './describe-node.ts'

/** Returns the name of a type of node. */
export function nameType(type: NodeType): string {
  return find(listNames('types'), type)
}

/** Returns the name of a property. */
export function nameProperty(name: string): string {
  return find(listNames('properties'), name)
}

/** Returns the name of a choice of a property. */
export function nameChoice(property: string, choice: string): string {
  return listNames('choices')[`${property}.${choice}`] ?? toWords(choice)
}

/** Returns the type and label of a node, such as `Text “Supplier”`; only the type when the node has no label. */
export function nameNode(node: Pick<DesignNode, 'id' | 'type' | 'key' | 'props'>): string {
  const label = labelOf(node)
  const type = nameType(node.type)
  return label === '' ? type : t('designer.named', { type, label })
}

/** Returns the name of the node with an id; for null, the name of the form. */
export function nameHolder({ nodes }: Design, id: string | null): string {
  const node = id === null ? undefined : nodes[id]
  return node === undefined ? t('designer.theForm') : nameNode(node)
}

type Named = 'types' | 'properties' | 'choices'

type Names = Readonly<Record<string, string>>

const known = new Map<Named, { readonly language: string; readonly names: Names }>()

/** All names of a kind, put together once for a language: that of 60 types took a third of the time a big form opens in. */
function listNames(kind: Named): Names {
  const { language } = i18next
  const before = known.get(kind)
  if (before?.language === language) return before.names
  const names: Names = t(`designer.${kind}`, { returnObjects: true })
  known.set(kind, { language, names })
  return names
}

function find(names: Names, name: string): string {
  return Object.hasOwn(names, name) ? (names[name] ?? toWords(name)) : toWords(name)
}
