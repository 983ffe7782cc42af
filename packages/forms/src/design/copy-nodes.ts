import type { FormNode } from '../document/types.ts'
import type { Texts } from './commands.ts'
import { type Design, listIds, toTree } from './design.ts'
import { findTexts } from './texts.ts'

/** Nodes with their content and translations, for the clipboard or another form. */
export interface NodeCopy {
  readonly nodes: readonly FormNode[]
  readonly texts: Texts
}

export function copyNodes({ nodes, i18n }: Design, ids: readonly string[]): NodeCopy {
  const all = new Set(ids.flatMap((id) => listIds(nodes, id)))
  return { nodes: ids.map((id) => toTree(nodes, id)), texts: findTexts(i18n, all) }
}

/** Copies nodes with new ids, so that they can be in the same document as their originals. */
export function renewIds({ nodes, texts }: NodeCopy, createId: () => string): NodeCopy {
  const ids = new Map<string, string>()
  const renew = (node: FormNode): FormNode => {
    const id = createId()
    ids.set(node.id, id)
    return { ...node, id, ...(node.children === undefined ? {} : { children: node.children.map(renew) }) }
  }
  const renewed = nodes.map(renew)
  const renameText = ([name, text]: [string, string]): [string, string] => {
    const dot = name.indexOf('.')
    return [`${ids.get(name.slice(0, dot)) ?? name.slice(0, dot)}${name.slice(dot)}`, text]
  }
  const renamed = Object.entries(texts).map(([locale, own]) => [
    locale,
    Object.fromEntries(Object.entries(own).map(renameText)),
  ])
  return { nodes: renewed, texts: Object.fromEntries(renamed) }
}
