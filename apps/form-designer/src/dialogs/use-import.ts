import { documentLimits, type FormDocument, parseDocument } from '@millrace/forms'
import type { Command, NodeCopy } from '@millrace/forms/design'
import { useTranslation } from 'react-i18next'
import type { DesignerPort } from '../designer-port.ts'
import { renewNodes } from '../model/clipboard.ts'
import { findInsertPlace } from '../model/find-target.ts'
import { useStore } from '../store/use-designer.ts'

/** Returns the function that imports another design into this one, which marks it as changed. */
export function useImport(port: DesignerPort) {
  const { t } = useTranslation()
  const store = useStore()

  /** Appends to what is selected, as far as each node may be there, with the languages of its texts. */
  const append = (document: FormDocument, source: string | null) => {
    const copy: NodeCopy = renewNodes({ nodes: document.root, texts: document.i18n }, store.design)
    const [first] = copy.nodes
    if (first === undefined) return
    const place = findInsertPlace(store.design, first.type, store.getState().selected)
    const { settings } = store.design
    const locales = [...new Set([...settings.locales, ...Object.keys(copy.texts)])]
    const text = t('designer.said.imported', { count: copy.nodes.length })
    const commands: Command[] =
      place === null
        ? []
        : [
            { kind: 'insertNodes', at: place, ...copy },
            { kind: 'setSettings', settings: { ...settings, locales, ...takenFrom(settings.takenFrom, source) } },
          ]
    if (place === null || !store.do({ kind: 'doAll', commands }, { text, select: first.id }))
      throw new Error(t('designer.choose.cannot'))
  }

  const replace = ({ settings, ...document }: FormDocument, source: string | null) => {
    const next = { ...document, settings: { ...settings, ...takenFrom(settings.takenFrom, source) } }
    if (!store.replaceAll(next, t('designer.said.replaced'))) throw new Error(t('designer.choose.cannot'))
  }

  const read = (designerJson: string): FormDocument => {
    const found = parseDocument(designerJson)
    if (!found.ok) throw new Error(`${t('designer.unreadable')} ${found.problems[0]?.message ?? ''}`)
    return found.document
  }

  return {
    /** Imports the design of a form into this one. */
    importForm: async (id: string): Promise<void> => append(read(await port.readForm(id)), id),
    importTemplate: async (id: string, isReplacing: boolean): Promise<void> => {
      const document = read(await port.readTemplate(id))
      if (isReplacing) replace(document, id)
      else append(document, id)
    },
    /** Imports a design that belongs to no form here. @throws Error when it can stand nowhere. */
    importDesign: (designerJson: string, isReplacing: boolean): void => {
      const document = read(designerJson)
      if (isReplacing) replace(document, null)
      else append(document, null)
    },
  }
}

/** Where parts of a form come from, by which the other one knows where it is used. */
function takenFrom(before: readonly string[] = [], source: string | null): { takenFrom?: readonly string[] } {
  const all = [...new Set([...before, ...(source === null ? [] : [source])])].slice(-documentLimits.takenFrom)
  return all.length === 0 ? {} : { takenFrom: all }
}
