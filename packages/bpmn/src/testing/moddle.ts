import { escapeSpaces } from '@millrace/xml'
import { BpmnModdle } from 'bpmn-moddle'
import { choosePlanes, hideUnreadable, showIds } from '../keep/index.ts'
import { type Change, createModdleExtensions, keepReferences, type ModdleElement } from '../moddle/index.ts'

export { vocabulary } from '../vocabulary/index.ts'

/** Reads a BPMN file with moddle as an editor does, for tests. */
export async function openFile(xml: string) {
  const { dialect, packages } = createModdleExtensions(xml)
  const moddle = new BpmnModdle(packages)
  const { rootElement, elementsById, warnings } = await moddle.fromXML(hideUnreadable(xml))
  keepReferences(warnings)
  showIds(rootElement, elementsById)
  choosePlanes(rootElement)
  return {
    dialect,
    root: rootElement,
    messages: warnings.map(({ message }) => message),
    create: (type: string, attributes: Readonly<Record<string, unknown>>) => moddle.create(type, attributes),
    find: (id: string): ModdleElement | null => elementsById[id] ?? null,
    get: (id: string): ModdleElement => {
      const element = elementsById[id]
      if (element === undefined) throw new Error(`Expected an element “${id}”, but the file has none.`)
      return element
    },
    /** What bpmn-js does with a change. */
    apply: (changes: readonly Change[]) => {
      for (const { element, properties } of changes) {
        for (const [name, value] of Object.entries(properties)) element.set(name, value)
      }
    },
    save: async () => escapeSpaces((await moddle.toXML(rootElement)).xml),
  }
}
