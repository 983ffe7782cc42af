import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run-tool.ts'
import { addLine } from './add-line.ts'
import { areas, valuesOf } from './areas.ts'
import { type Change, GeneratorFailure, type Plan } from './change.ts'
import { fillTemplate } from './fill-template.ts'
import { insertLine } from './insert-line.ts'
import type { Names } from './names.ts'
import type { RecordOptions } from './resource.ts'

/**
 * Plans the pages of a record: its list, its page, and the page of a new one, with addresses, texts and help. Planned
 * pages of the route table at these addresses are replaced.
 *
 * @throws GeneratorFailure when the calls of the record do not exist.
 */
export function planPage(names: Names, { area, isRemovable }: RecordOptions): Plan {
  const known = valuesOf(names, area)
  const { kebab, camel, kebabs, camels, title, titles } = known
  checkCalls(`packages/contract/src/${kebabs}.ts`, known, { area, isRemovable })
  const later = findLater([known.path, `${areas[area].prefix}/${camels}`])
  const values = { ...known, pagePath: later?.path ?? known.path, param: later?.param ?? 'id' }
  const fill = (template: string) => fillTemplate(`page/${template}`, values, [isRemovable ? 'remove' : 'disable'])
  const folder = `apps/web/src/features/${kebabs}`
  const messages = 'packages/contract/src/messages'
  const file = (path: string, template: string): Change => ({ kind: 'file', path, text: fill(template) })
  return {
    changes: [
      {
        kind: 'edit',
        path: `${messages}/${kebabs}.ts`,
        edit: (text) =>
          insertLine(text, { line: fill('texts.ts.txt').trimEnd(), between: [`export const ${camels}`, '} as const'] }),
      },
      ...(later === null
        ? [
            addLine(`${messages}/pages.ts`, {
              line: `  ${camels}: '${titles}',\n  ${camel}: '${title}',`,
              between: ['export const pages', '} as const'],
            }),
            file(`${messages}/help/${kebabs}.ts`, 'help.ts.txt'),
            addLine(`${messages}/help.ts`, {
              statement: `import { ${camels}Help } from './help/${kebabs}.ts'`,
              line: `  ...${camels}Help,`,
              between: ['export const helpTexts', '} as const'],
            }),
            file(`apps/web/src/app/routes/${kebabs}.ts`, 'route.ts.txt'),
            addLine('apps/web/src/app/route-table.ts', {
              statement: `import { ${camel}Pages } from './routes/${kebabs}.ts'`,
              line: `  ...${camel}Pages,`,
              between: ['export const routeTable', ']'],
            }),
            addLine('apps/web/src/features/guide/guide-links.ts', {
              line: `  ${camels}: ['${kebabs}', 'find-${kebabs}'],\n  ${camel}: ['${kebabs}', 'one-${kebab}'],`,
              between: ['export const guideLinks', '}'],
            }),
          ]
        : [
            {
              kind: 'edit',
              path: later.file,
              edit: (text: string) => loadBy(text, later.path, { kebabs, kebab }),
            } as const,
            addLine('apps/web/src/features/guide/guide-links.ts', {
              line: `  ${later.help[0]}: ['${kebabs}', 'find-${kebabs}'],\n  ${later.help[1]}: ['${kebabs}', 'one-${kebab}'],`,
              between: ['export const guideLinks', '}'],
            }),
          ]),
      file(`docs/guide/${kebabs}.md`, 'guide.md.txt'),
      addLine('apps/web/src/features/guide/chapters.ts', {
        line: `  ${/\W/.test(kebabs) ? `'${kebabs}'` : kebabs}: '${areas[area].guide}',`,
        between: ['const parts', '} as const'],
      }),
      file(`${folder}/${kebabs}-page.tsx`, 'page.tsx.txt'),
      file(`${folder}/${kebabs}.test.tsx`, 'page.test.tsx.txt'),
      file(`${folder}/${kebab}-page.tsx`, 'record.tsx.txt'),
      file(`${folder}/${kebab}.test.tsx`, 'record.test.tsx.txt'),
      file(`${folder}/${kebab}-query.ts`, 'query.ts.txt'),
      file(`${folder}/${kebab}-draft.ts`, 'draft.ts.txt'),
      file(`${folder}/${kebab}-fields.tsx`, 'fields.tsx.txt'),
      file(`${folder}/new-${kebab}.tsx`, 'new.tsx.txt'),
      ...(isRemovable ? [file(`${folder}/remove-${kebab}-button.tsx`, 'remove-button.tsx.txt')] : []),
    ],
    next: [
      `Add the fields of ${values.one} to ${folder}/${kebab}-draft.ts and ${kebab}-fields.tsx.`,
      `Write what users read in ${messages}/${kebabs}.ts, and what they can do in docs/guide/${kebabs}.md.`,
    ],
  }
}

/** @throws GeneratorFailure when the contract has no calls of such a record. */
function checkCalls(path: string, { kebab, camel }: Names, { area, isRemovable }: RecordOptions): void {
  const text = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''
  if (!text.includes(`export const ${camel}Calls`) || !/\.\.\.(record|removable)Calls\(/.test(text))
    throw new GeneratorFailure(
      `Expected calls that the page can make in ${path}, but there are none. Run npm run new -- resource ${kebab} --area ${area} first.`,
    )
  if (text.includes('...removableCalls(') !== isRemovable)
    throw new GeneratorFailure(
      `Expected ${isRemovable ? 'no ' : ''}--removable, as in ${path}, but it is ${isRemovable ? '' : 'not '}there.`,
    )
}

interface LaterPages {
  readonly file: string
  readonly path: string
  /** Name of the value in the address of one. */
  readonly param: string
  /** Help of the list and of one. */
  readonly help: readonly [string, string]
}

/** Pages of the route table that are not built yet: a list at one of the paths, and one of its records. */
function findLater(paths: readonly string[]): LaterPages | null {
  for (const name of globSync('apps/web/src/app/routes/*.ts', { cwd: root })) {
    const text = readFileSync(join(root, name), 'utf8')
    for (const path of paths) {
      const list = entryOf(text, path)
      const one = new RegExp(`path: '${path}/\\$(\\w+)',`).exec(text)
      const record = one === null ? null : entryOf(text, `${path}/$${one[1]}`)
      if (list === null || record === null || one?.[1] === undefined) continue
      if (list.includes('load:') || record.includes('load:'))
        throw new GeneratorFailure(`Expected no page at ${path} yet, but there is one. Choose another name.`)
      return { file: name.replaceAll('\\', '/'), path, param: one[1], help: [helpOf(list), helpOf(record)] }
    }
  }
  return null
}

/** The text of an entry of the route table. */
function entryOf(text: string, path: string): string | null {
  const at = text.indexOf(`path: '${path}',`)
  return at < 0 ? null : text.slice(at, text.indexOf('\n  },', at))
}

function helpOf(entry: string): string {
  return /help: '(\w+)'/.exec(entry)?.[1] ?? ''
}

function loadBy(text: string, path: string, { kebabs, kebab }: { readonly kebabs: string; readonly kebab: string }) {
  const param = new RegExp(`path: '${path}/(\\$\\w+)',`).exec(text)?.[1] ?? ''
  return [
    [path, `${kebabs}-page.tsx`],
    [`${path}/${param}`, `${kebab}-page.tsx`],
  ].reduce((before, [one = '', page]) => {
    const at = before.indexOf(`path: '${one}',`)
    const end = before.indexOf('\n  },', at)
    return `${before.slice(0, end)}\n    load: () => import('../../features/${kebabs}/${page}'),${before.slice(end)}`
  }, text)
}
