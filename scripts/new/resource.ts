import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { root } from '../run-tool.ts'
import { addLine } from './add-line.ts'
import { type Area, valuesOf } from './areas.ts'
import type { Change, Plan } from './change.ts'
import { fillTemplate } from './fill-template.ts'
import { insertByPath } from './insert-line.ts'
import type { Names } from './names.ts'

export interface RecordOptions {
  readonly area: Area
  /** Removed for good instead of disabled with a reason. */
  readonly isRemovable: boolean
}

/** Plans a record of the API: its calls, its table, its operations with their rights, its routes and queries. */
export function planResource(names: Names, { area, isRemovable }: RecordOptions): Plan {
  const values = valuesOf(names, area)
  const { kebab, camel, snake, words, kebabs, camels, pascals } = values
  const fill = (template: string) => fillTemplate(`resource/${template}`, values, [isRemovable ? 'remove' : 'disable'])
  const number = freeTime()
  const file = (path: string, template: string): Change => ({ kind: 'file', path, text: fill(template) })
  const operation = (name: string, template: string) => file(`apps/server/src/operations/${kebabs}/${name}`, template)
  const feature = (name: string, template: string) => file(`apps/server/src/features/${kebabs}/${name}`, template)
  const contract = 'packages/contract/src'
  return {
    changes: [
      file(`${contract}/${kebabs}.ts`, 'contract.ts.txt'),
      file(`${contract}/lists/${kebabs}.ts`, 'list.ts.txt'),
      file(`${contract}/messages/${kebabs}.ts`, 'list-texts.ts.txt'),
      addLine(`${contract}/messages/page-texts.ts`, {
        statement: `import { ${camels} } from './${kebabs}.ts'`,
        line: `  ${camels},`,
        between: ['export const pageTexts', '} as const'],
      }),
      addLine(`${contract}/messages/record-kinds.ts`, {
        line: `  ${/\W/.test(kebab) ? `'${kebab}'` : kebab}: '${words}',`,
        between: ['export const recordKinds', '} as const'],
      }),
      {
        kind: 'edit',
        path: `${contract}/index.ts`,
        edit: (text) =>
          insertByPath(
            insertByPath(text, `export * from './${kebabs}.ts'`),
            `export type * from './lists/${kebabs}.ts'`,
          ),
      },
      {
        kind: 'edit',
        path: `${contract}/api.ts`,
        edit: (text) => insertByPath(text, `export { ${camel}Calls as ${camels} } from './${kebabs}.ts'`),
      },
      file(`apps/server/migrations/${number}_${snake}.sql`, 'migration.sql.txt'),
      operation(`create-${kebab}.ts`, 'create.ts.txt'),
      operation(`change-${kebab}.ts`, 'change.ts.txt'),
      ...(isRemovable
        ? [operation(`remove-${kebab}.ts`, 'remove.ts.txt')]
        : [operation(`disable-${kebab}.ts`, 'disable.ts.txt'), operation(`restore-${kebab}.ts`, 'restore.ts.txt')]),
      operation('policy.ts', 'policy.ts.txt'),
      operation(`${kebab}.ts`, 'row.ts.txt'),
      feature('routes.ts', 'routes.ts.txt'),
      feature(`${kebab}-list.ts`, 'list-source.ts.txt'),
      feature(`${kebabs}-list.test.ts`, 'list.test.ts.txt'),
      feature(`get-${kebab}.ts`, 'get.ts.txt'),
      feature(`${kebabs}.test.ts`, 'resource.test.ts.txt'),
      file(`apps/server/src/testing/operations/groups/${kebabs}.ts`, 'operations.ts.txt'),
      addLine('apps/server/src/features.ts', {
        statement: `import { register${pascals} } from './features/${kebabs}/routes.ts'`,
        line: `  register${pascals},`,
        between: ['export const features', ']'],
      }),
    ],
    hasMigration: true,
    next: [
      `Add the fields of ${values.one} to ${contract}/lists/${kebabs}.ts and ${number}_${snake}.sql.`,
      'Add it to apps/server/src/testing/fill-workplace.ts, so that the tests with two workplaces look at it too.',
    ],
  }
}

/**
 * `20261128171500`: migrations are ordered by the time when they were written, so two branches do not take one number.
 * The next free second, where a migration of this one exists.
 */
function freeTime(): string {
  const taken = new Set(
    globSync('apps/server/migrations/*.sql', { cwd: root }).map((path) => basename(path).slice(0, 14)),
  )
  const at = new Date()
  while (taken.has(timeOf(at))) at.setSeconds(at.getSeconds() + 1)
  return timeOf(at)
}

function timeOf(date: Date): string {
  return date.toISOString().replaceAll(/\D/g, '').slice(0, 14)
}
