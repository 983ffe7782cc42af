import type { Plan } from './change.ts'
import { fillTemplate } from './fill-template.ts'
import { insertImport, insertLine } from './insert-line.ts'
import type { Names } from './names.ts'

/** Plans a connector: the input that it reads when its task is entered, and its output. */
export function planConnector(names: Names): Plan {
  const { kebab, camel } = names
  const fill = (template: string) => fillTemplate(`connector/${template}`, { ...names })
  return {
    changes: [
      { kind: 'file', path: `packages/engine/src/steps/work/${kebab}.ts`, text: fill('service.ts.txt') },
      { kind: 'file', path: `packages/engine/src/steps/work/${kebab}.test.ts`, text: fill('service.test.ts.txt') },
      {
        kind: 'edit',
        path: 'packages/engine/src/steps/work/create-work.ts',
        edit: (text) =>
          insertLine(spreadOut(insertImport(text, `import { ${camel} } from './${kebab}.ts'`)), {
            line: `  '${kebab}': ${camel},`,
            between: ['const connectors', '}'],
          }),
      },
    ],
    next: [`Say in packages/engine/src/steps/work/${kebab}.ts which inputs it has, and what request they make.`],
  }
}

/** The registry on several lines; the formatter joins them where they fit into one. */
function spreadOut(text: string): string {
  return text.replace(
    /(const connectors: Readonly<Record<string, Service>> = \{) (.*) \}/,
    (_, begin: string, entries: string) => `${begin}\n  ${entries},\n}`,
  )
}
