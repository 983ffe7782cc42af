import type { Plan } from './change.ts'
import { fillTemplate } from './fill-template.ts'
import { insertBefore, insertImport, insertLine } from './insert-line.ts'
import type { Names } from './names.ts'

/** An element of BPMN: its type, its reader, its behaviour and its name on the screen. */
export function planElement(names: Names): Plan {
  const { kebab, camel, pascal, title } = names
  const fill = (template: string) => fillTemplate(`element/${template}`, { ...names })
  return {
    changes: [
      {
        kind: 'edit',
        path: 'packages/bpmn/src/model.ts',
        edit: (text) =>
          insertLine(insertBefore(text, '// --- sub-processes', `${fill('model.ts.txt')}\n`), {
            line: `  | ${pascal}`,
            between: ['export type FlowElement =', 'export type ElementType'],
          }),
      },
      { kind: 'edit', path: 'packages/bpmn/src/vocabulary/elements.ts', edit: (text) => addName(text, camel) },
      { kind: 'file', path: `packages/bpmn/src/read/elements/${kebab}.ts`, text: fill('reader.ts.txt') },
      {
        kind: 'edit',
        path: 'packages/bpmn/src/read/elements/index.ts',
        edit: (text) =>
          insertLine(insertImport(text, `import { read${pascal} } from './${kebab}.ts'`), {
            line: `  ${camel}: read${pascal},`,
            between: ['const elementReaders', '} satisfies'],
          }),
      },
      { kind: 'file', path: `packages/engine/src/elements/${kebab}.ts`, text: fill('behavior.ts.txt') },
      { kind: 'file', path: `packages/engine/src/elements/${kebab}.test.ts`, text: fill('behavior.test.ts.txt') },
      {
        kind: 'edit',
        path: 'packages/engine/src/elements/index.ts',
        edit: (text) =>
          insertLine(insertImport(text, `import { ${camel} } from './${kebab}.ts'`), {
            line: `  ${camel},`,
            between: ['const behaviors', '} satisfies'],
          }),
      },
      {
        kind: 'edit',
        path: 'packages/engine/src/commands/triggers.ts',
        edit: (text) => insertBefore(text, `element.type === 'receiveTask' ||`, `element.type === '${camel}' ||\n    `),
      },
      {
        kind: 'edit',
        path: 'packages/contract/src/messages/engine.ts',
        edit: (text) => insertLine(text, { line: `    ${camel}: '${title}',`, between: ['types: {', 'other:'] }),
      },
    ],
    next: [
      `Say in packages/engine/src/elements/${kebab}.ts what the element does, and in its reader what it has.`,
      'Its properties get their names in packages/bpmn/src/vocabulary: a group of elements that share theirs, or a theme.',
      'Add it to the table of elements in docs/guide/bpmn.md, and to the random processes in packages/engine/src/testing/random.',
    ],
  }
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
