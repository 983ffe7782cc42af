import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run-tool.ts'
import type { Plan } from './change.ts'
import { fillTemplate } from './fill-template.ts'
import { insertImport, insertLine } from './insert-line.ts'
import { type Names, pluralOf } from './names.ts'

/** A resource of the API: its calls, its table, its routes, use cases and rights. */
export function planResource(names: Names): Plan {
  const { camel, pascal, snake } = names
  const kebabs = pluralOf(names.kebab)
  const camels = pluralOf(camel)
  const pascals = pluralOf(pascal)
  const values = { ...names, kebabs, camels, pascals, wordss: pluralOf(names.words), titles: pluralOf(names.title) }
  const fill = (template: string) => fillTemplate(`resource/${template}`, values)
  const number = nextMigration()
  const folder = `apps/server/src/features/${kebabs}`
  const file = (name: string, template: string) => ({
    kind: 'file' as const,
    path: `${folder}/${name}`,
    text: fill(template),
  })
  return {
    changes: [
      { kind: 'file', path: `packages/contract/src/${kebabs}.ts`, text: fill('contract.ts.txt') },
      {
        kind: 'edit',
        path: 'packages/contract/src/index.ts',
        edit: (text) => sortLines(`${text}export * from './${kebabs}.ts'\n`),
      },
      {
        kind: 'edit',
        path: 'packages/contract/src/api.ts',
        edit: (text) =>
          insertLine(insertImport(text, `import { ${camel}Calls } from './${kebabs}.ts'`), {
            line: `  ${camels}: ${camel}Calls,`,
            between: ['export const api', '} as const'],
          }),
      },
      {
        kind: 'file',
        path: `apps/server/migrations/${number}_${snake}.sql`,
        text: fill('migration.sql.txt'),
      },
      file('routes.ts', 'routes.ts.txt'),
      file(`${names.kebab}-queries.ts`, 'queries.ts.txt'),
      file(`list-${kebabs}.ts`, 'list.ts.txt'),
      file(`create-${names.kebab}.ts`, 'create.ts.txt'),
      file(`remove-${names.kebab}.ts`, 'remove.ts.txt'),
      file('policy.ts', 'policy.ts.txt'),
      file(`present-${names.kebab}.ts`, 'present.ts.txt'),
      file(`${kebabs}.test.ts`, 'resource.test.ts.txt'),
      {
        kind: 'edit',
        path: 'apps/server/src/app.ts',
        edit: (text) =>
          insertLine(insertImport(text, `import { register${pascals} } from './features/${kebabs}/routes.ts'`), {
            line: `  register${pascals},`,
            between: ['const features', ']'],
          }),
      },
      {
        kind: 'edit',
        path: 'apps/server/src/call-rights.test.ts',
        edit: (text) => insertLine(text, { line: fill('rights.ts.txt').trimEnd(), between: ['const rights', '}'] }),
      },
    ],
    hasMigration: true,
    next: [
      `Say in packages/contract/src/${kebabs}.ts what a ${names.words} has and for whom its calls are, and in ${number}_${snake}.sql where that is kept.`,
      'Add it to apps/server/src/testing/fill-workplace.ts, so that the tests with two workplaces look at it too.',
    ],
  }
}

function nextMigration(): string {
  const taken = readdirSync(join(root, 'apps/server/migrations')).filter((name) => /^\d{4}_/.test(name))
  return String(taken.length + 1).padStart(4, '0')
}

function sortLines(text: string): string {
  return `${text.trimEnd().split('\n').sort().join('\n')}\n`
}
