import type { Plan } from './change.ts'
import { fillTemplate } from './fill-template.ts'
import { insertImport, insertLine } from './insert-line.ts'
import { articleOf, type Names } from './names.ts'

/** The kinds of elements, with the folders of their behaviours in the engine. */
const rooms = {
  activity: 'activities',
  gateway: 'gateways',
  event: 'events',
} as const

export type ElementKind = keyof typeof rooms

export const elementKinds = Object.keys(rooms) as readonly ElementKind[]

export function isElementKind(word: string): word is ElementKind {
  return Object.hasOwn(rooms, word)
}

/** Plans an element of BPMN: its row in the vocabulary, its behaviour with a test, and its texts. */
export function planElement(names: Names, kind: ElementKind): Plan {
  const { kebab, camel, words, title } = names
  const room = rooms[kind]
  const fill = (template: string) =>
    fillTemplate(`element/${kind}/${template}`, { ...names, article: articleOf(words) })
  const behavior = `packages/engine/src/elements/${room}/${kebab}`
  return {
    changes: [
      { kind: 'file', path: `${behavior}.ts`, text: fill('behavior.ts.txt') },
      { kind: 'file', path: `${behavior}.test.ts`, text: fill('behavior.test.ts.txt') },
      {
        kind: 'edit',
        path: 'packages/bpmn/src/vocabulary/flow-elements.ts',
        edit: (text) =>
          insertLine(text, {
            line: fill('row.ts.txt').trimEnd(),
            between: ['export const flowElements', '} as const satisfies'],
          }),
      },
      {
        kind: 'edit',
        path: 'packages/engine/src/elements/index.ts',
        edit: (text) =>
          insertLine(insertImport(text, `import { ${camel} } from './${room}/${kebab}.ts'`), {
            line: `  ${camel},`,
            between: ['const elements', '} satisfies'],
          }),
      },
      {
        kind: 'edit',
        path: 'packages/contract/src/messages/diagram.ts',
        edit: (text) => insertLine(text, { line: `    ${camel}: '${title}',`, between: ['types: {', 'other:'] }),
      },
    ],
    next: [
      `Say in ${behavior}.ts what the element does.`,
      'Where it has properties of its own, name them in a theme of packages/bpmn/src/vocabulary, take isPlain out of its row, and give it a type in packages/bpmn/src/model and a reader in packages/bpmn/src/read/elements: types ask for both.',
      'Add it to the table of elements in docs/guide/bpmn.md, and to the icons in apps/web/src/components/bpmn-diagram where it has one of its own.',
    ],
  }
}
