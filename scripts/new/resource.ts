import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run-tool.ts'
import type { Plan } from './change.ts'
import { fillTemplate } from './fill-template.ts'
import { insertImport, insertLine } from './insert-line.ts'
import { type Names, pluralOf } from './names.ts'

/** A resource of the API: its calls, its table, its deeds with their rights, its routes and queries. */
export function planResource(names: Names): Plan {
  const { camel, pascal, snake } = names
  const kebabs = pluralOf(names.kebab)
  const camels = pluralOf(camel)
  const pascals = pluralOf(pascal)
  const values = { ...names, kebabs, camels, pascals, wordss: pluralOf(names.words), titles: pluralOf(names.title) }
  const fill = (template: string) => fillTemplate(`resource/${template}`, values)
  const number = nextMigration()
  const file = (path: string, template: string) => ({
    kind: 'file' as const,
    path: `apps/server/src/${path}`,
    text: fill(template),
  })
  const deed = (name: string, template: string) => file(`operations/${kebabs}/${name}`, template)
  const feature = (name: string, template: string) => file(`features/${kebabs}/${name}`, template)
  return {
    changes: [
      { kind: 'file', path: `packages/contract/src/${kebabs}.ts`, text: fill('contract.ts.txt') },
      { kind: 'file', path: `packages/contract/src/lists/${kebabs}.ts`, text: fill('list.ts.txt') },
      { kind: 'file', path: `packages/contract/src/messages/${kebabs}.ts`, text: fill('list-texts.ts.txt') },
      {
        kind: 'edit',
        path: 'packages/contract/src/messages/page-texts.ts',
        edit: (text) =>
          insertLine(insertImport(text, `import { ${camels} } from './${kebabs}.ts'`), {
            line: `  ${camels},`,
            between: ['export const pageTexts', '} as const'],
          }),
      },
      {
        kind: 'edit',
        path: 'packages/contract/src/index.ts',
        edit: (text) => sortLines(`${text}export * from './${kebabs}.ts'\nexport type * from './lists/${kebabs}.ts'\n`),
      },
      {
        kind: 'edit',
        path: 'packages/contract/src/api.ts',
        // The formatter sorts it in.
        edit: (text) => `${text}export { ${camel}Calls as ${camels} } from './${kebabs}.ts'\n`,
      },
      {
        kind: 'file',
        path: `apps/server/migrations/${number}_${snake}.sql`,
        text: fill('migration.sql.txt'),
      },
      deed(`create-${names.kebab}.ts`, 'create.ts.txt'),
      deed(`remove-${names.kebab}.ts`, 'remove.ts.txt'),
      deed('policy.ts', 'policy.ts.txt'),
      deed(`${names.kebab}.ts`, 'row.ts.txt'),
      feature('routes.ts', 'routes.ts.txt'),
      feature(`${names.kebab}-list.ts`, 'list-source.ts.txt'),
      feature(`${kebabs}-list.test.ts`, 'list.test.ts.txt'),
      feature(`get-${names.kebab}.ts`, 'get.ts.txt'),
      feature(`present-${names.kebab}.ts`, 'present.ts.txt'),
      feature(`${kebabs}.test.ts`, 'resource.test.ts.txt'),
      file(`testing/deeds/${kebabs}.ts`, 'deeds.ts.txt'),
      {
        kind: 'edit',
        path: 'apps/server/src/deeds.test.ts',
        edit: (text) =>
          insertLine(insertImport(text, `import { ${camel}Deeds } from './testing/deeds/${kebabs}.ts'`), {
            line: `  ${camel}Deeds,`,
            between: ['const groups', '}'],
          }),
      },
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
