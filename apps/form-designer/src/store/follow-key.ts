import { showToast } from '../../../web/src/components/toast/show-toast.tsx'
import { t } from '../../../web/src/lib/i18n.ts'
import { listRenames } from '../model/list-renames.ts'
import { loadFeel } from '../runtime.ts'
import type { DesignerStore } from './designer-store.ts'

/**
 * Changes references to a node from its old key to its new one, in the same undo step. While the expression parser
 * cannot be loaded, a message says so, and the change is made when the connection is back.
 */
export async function followKey(store: DesignerStore, id: string, old: string): Promise<void> {
  const language = await loadFeel().catch(() => null)
  const { design } = store
  const node = design.nodes[id]
  if (node?.key === undefined || node.key === old) return
  if (language === null) {
    showToast({ kind: 'error', title: t('common.partMissing') })
    addEventListener('online', () => void followKey(store, id, old), { once: true })
    return
  }
  const before = { ...design, nodes: { ...design.nodes, [id]: { ...node, key: old } } }
  const commands = listRenames(before, design, id, language)
  if (commands.length === 0) return
  const text = t('designer.said.renamed', { count: commands.length, key: node.key })
  if (store.do({ kind: 'doAll', commands }, { merge: `${id}.key`, text })) showToast({ kind: 'success', title: text })
}
