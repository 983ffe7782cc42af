import { type FormDocument, parseDocument } from '@millrace/forms'
import type { NodeCopy } from '@millrace/forms/design'
import { useTranslation } from 'react-i18next'
import type { DesignerPort } from '../designer-port.ts'
import { renewNodes } from '../model/clipboard.ts'
import { findInsertPlace } from '../model/find-target.ts'
import { useStore } from '../store/use-designer.ts'

/** Brings another design into this one, which marks it as changed. */
export function useImport(port: DesignerPort) {
  const { t } = useTranslation()
  const store = useStore()

  /** Appends to what is selected, as far as each node may stand there. @throws Error when the text is no design. */
  const append = (document: FormDocument) => {
    const copy: NodeCopy = renewNodes({ nodes: document.root, texts: document.i18n }, store.design)
    const [first] = copy.nodes
    if (first === undefined) return
    const { selected } = store.getState()
    const place = findInsertPlace(store.design, first.type, selected)
    const text = t('designer.said.imported', { count: copy.nodes.length })
    if (place === null || !store.do({ kind: 'insertNodes', at: place, ...copy }, { text, select: first.id }))
      throw new Error(t('designer.choose.cannot'))
  }

  const read = (designerJson: string): FormDocument => {
    const found = parseDocument(designerJson)
    if (!found.ok) throw new Error(`${t('designer.unreadable')} ${found.problems[0]?.message ?? ''}`)
    return found.document
  }

  return {
    /** Imports the design of a form into this one. */
    importForm: async (id: string): Promise<void> => append(read(await port.readForm(id))),
    importTemplate: async (id: string, isReplacing: boolean): Promise<void> => {
      const document = read(await port.readTemplate(id))
      if (!isReplacing) append(document)
      else if (!store.replaceAll(document, t('designer.said.replaced'))) throw new Error(t('designer.choose.cannot'))
    },
  }
}
