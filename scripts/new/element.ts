import type { Plan } from './change.ts'
import { fillTemplate } from './fill-template.ts'
import { insertBefore, insertImport, insertLine } from './insert-line.ts'
import type { Names } from './names.ts'

/** What an element can be, with where it stands in the model and in the engine. */
const kinds = {
  activity: { room: 'activities', model: 'tasks' },
  gateway: { room: 'gateways', model: 'gateways' },
  event: { room: 'events', model: 'events' },
} as const

export type ElementKind = keyof typeof kinds

export const elementKinds = Object.keys(kinds) as readonly ElementKind[]

export function isElementKind(word: string): word is ElementKind {
  return Object.hasOwn(kinds, word)
}

/** An element of BPMN: its type, its reader, its behaviour and its name on the screen. */
export function planElement(names: Names, kind: ElementKind): Plan {
  const { kebab, camel, pascal, title } = names
  const { room, model } = kinds[kind]
  const fill = (template: string) => fillTemplate(`element/${kind}/${template}`, { ...names })
  const behavior = `packages/engine/src/elements/${room}/${kebab}`
  return {
    changes: [
      {
        kind: 'edit',
        path: `packages/bpmn/src/model/${model}.ts`,
        edit: (text) => `${text}\n${fill('model.ts.txt')}`,
      },
      {
        kind: 'edit',
        path: 'packages/bpmn/src/model/elements.ts',
        edit: (text) =>
          insertLine(insertImport(text, `import type { ${pascal} } from './${model}.ts'`), {
            line: `  | ${pascal}`,
            between: ['export type FlowElement =', 'export type ElementType'],
          }),
      },
      { kind: 'edit', path: 'packages/bpmn/src/vocabulary/elements.ts', edit: (text) => addName(text, camel) },
      { kind: 'file', path: `packages/bpmn/src/read/elements/${kebab}.ts`, text: fill('reader.ts.txt') },
      ...(kind === 'event' ? listEventChanges(names) : []),
      randomChange(names, kind),
      {
        kind: 'edit',
        path: 'packages/bpmn/src/read/elements/index.ts',
        edit: (text) =>
          insertLine(insertImport(text, `import { read${pascal} } from './${kebab}.ts'`), {
            line: `  ${camel}: read${pascal},`,
            between: ['const elementReaders', '} satisfies'],
          }),
      },
      { kind: 'file', path: `${behavior}.ts`, text: fill('behavior.ts.txt') },
      { kind: 'file', path: `${behavior}.test.ts`, text: fill('behavior.test.ts.txt') },
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
      `Say in ${behavior}.ts what the element does, and in its reader what it has.`,
      'Its properties get their names in packages/bpmn/src/vocabulary: a group of elements that share theirs, or a theme.',
      'Add it to the table of elements in docs/guide/bpmn.md, and give it all that it may have in packages/engine/src/testing/random.',
    ],
  }
}

/** Random processes have every element somewhere: an activity is one of the tasks, the others are blocks of their own. */
function randomChange({ camel, ...names }: Names, kind: ElementKind): Plan['changes'][number] {
  const folder = 'packages/engine/src/testing/random'
  if (kind === 'activity')
    return {
      kind: 'edit',
      path: `${folder}/activities.ts`,
      edit: (text) => insertBefore(text, "    ['manualTask', '', ''],", `    ['${camel}', '', ''],\n`),
    }
  const block = fillTemplate(`element/${kind}/random.ts.txt`, { camel, ...names })
  const place = blockPlaces[kind]
  return {
    kind: 'edit',
    path: `${folder}/blocks.ts`,
    edit: (text) =>
      insertBefore(text, place.before, `  if (${place.when}) return ${camel}(${place.given})\n`).concat(block),
  }
}

const blockPlaces = {
  gateway: {
    before: '  if (kind < 0.76) return choice(',
    when: 'kind < 0.76 && random.chance(0.3)',
    given: 'draft, inner',
  },
  event: {
    before: '  if (kind < 0.58) return catchEvent(',
    when: 'kind < 0.58 && random.chance(0.3)',
    given: 'draft',
  },
} as const

/** Where it is said which definitions an event may have, and how its position is called. */
function listEventChanges({ camel, words }: Names): Plan['changes'] {
  const article = /^[aeiou]/.test(words) ? 'an' : 'a'
  const addPosition = (text: string) =>
    insertLine(
      insertLine(text, {
        line: `  ${camel}: ['message', 'timer', 'conditional', 'signal'],`,
        between: ['const allowed', '}'],
      }),
      { line: `  ${camel}: '${article} ${words}',`, between: ['const positionNames', '}'] },
    )
  const addColumn = (text: string) =>
    insertLine(text, { line: `  ${camel}: '${words}',`, between: ['const positions', '}'] })
  return [
    { kind: 'edit', path: 'packages/bpmn/src/read/elements/events.ts', edit: exportEventBase },
    { kind: 'edit', path: 'packages/bpmn/src/checks/events/event-positions.ts', edit: addPosition },
    { kind: 'edit', path: 'packages/engine/src/event-table/list-cells.ts', edit: addColumn },
  ]
}

/** What all events have is read by one function, which only these need so far. */
function exportEventBase(text: string): string {
  return text.includes('export function readEventBase') ? text : insertBefore(text, 'function readEventBase', 'export ')
}

/** The list of names is one text, in the order of its characters. */
function addName(text: string, name: string): string {
  return text.replace(/`([^`]+)`/, (_, list: string) => {
    const names = [...new Set([...list.split(/\s+/), name])].sort()
    const lines: string[] = []
    for (const one of names) {
      const last = lines.at(-1)
      if (last !== undefined && last.length + one.length < 116) lines[lines.length - 1] = `${last} ${one}`
      else lines.push(one)
    }
    return `\`${lines.join('\n  ')}\``
  })
}
