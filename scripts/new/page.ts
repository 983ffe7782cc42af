import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run-tool.ts'
import { GeneratorFailure, type Plan } from './change.ts'
import { fillTemplate } from './fill-template.ts'
import { insertLine } from './insert-line.ts'
import { type Names, pluralOf } from './names.ts'

/**
 * The pages of a resource, its list and one of its things, on both of which users can remove it: their addresses, their
 * texts, their help.
 *
 * @throws GeneratorFailure when there is no such resource to ask for.
 */
export function planPage(names: Names): Plan {
  const { kebab } = names
  const kebabs = pluralOf(kebab)
  const camels = pluralOf(names.camel)
  if (!existsSync(join(root, `packages/contract/src/${kebabs}.ts`)))
    throw new GeneratorFailure(
      `Expected calls that the page can make in packages/contract/src/${kebabs}.ts, but there are none. Run npm run new -- resource ${kebab} first.`,
    )
  const values = {
    ...names,
    kebabs,
    camels,
    pascals: pluralOf(names.pascal),
    wordss: pluralOf(names.words),
    titles: pluralOf(names.title),
  }
  const fill = (template: string) => fillTemplate(`page/${template}`, values)
  const folder = `apps/web/src/features/${kebabs}`
  const messages = 'packages/contract/src/messages'
  return {
    changes: [
      {
        kind: 'edit',
        path: `${messages}/${kebabs}.ts`,
        edit: (text) =>
          insertLine(text, { line: fill('texts.ts.txt').trimEnd(), between: [`export const ${camels}`, '} as const'] }),
      },
      {
        kind: 'edit',
        path: `${messages}/pages.ts`,
        edit: (text) =>
          insertLine(text, {
            line: `  ${camels}: '${values.titles}',\n  ${names.camel}: '${names.title}',`,
            between: ['export const pages', '} as const'],
          }),
      },
      {
        kind: 'edit',
        path: `${messages}/help/work.ts`,
        edit: (text) =>
          insertLine(text, {
            line: fill('help.ts.txt').trimEnd(),
            between: ['export const work', '} as const'],
          }),
      },
      {
        kind: 'edit',
        path: 'apps/web/src/app/routes/work.ts',
        edit: (text) => `${text.trimEnd().replace(/\]$/, '')}${fill('route.ts.txt')}]\n`,
      },
      { kind: 'file', path: `docs/guide/${kebabs}.md`, text: fill('guide.md.txt') },
      { kind: 'edit', path: 'apps/web/src/features/guide/chapters.ts', edit: (text) => addChapter(text, kebabs) },
      {
        kind: 'edit',
        path: 'apps/web/src/features/guide/guide-links.ts',
        edit: (text) =>
          insertLine(text, {
            line: `  ${camels}: ['${kebabs}', 'find-${kebabs}'],\n  ${names.camel}: ['${kebabs}', 'one-${kebab}'],`,
            between: ['export const guideLinks', '}'],
          }),
      },
      { kind: 'file', path: `${folder}/${kebabs}-page.tsx`, text: fill('page.tsx.txt') },
      { kind: 'file', path: `${folder}/remove-${kebab}-dialog.tsx`, text: fill('dialog.tsx.txt') },
      { kind: 'file', path: `${folder}/${kebabs}.test.tsx`, text: fill('page.test.tsx.txt') },
      { kind: 'file', path: `${folder}/${kebab}-page.tsx`, text: fill('record.tsx.txt') },
      { kind: 'file', path: `${folder}/${kebab}.test.tsx`, text: fill('record.test.tsx.txt') },
    ],
    next: [
      'Move its routes to the file of their section in apps/web/src/app/routes, and give the list a place in the menu where it should have one.',
      `Say in ${messages}/${kebabs}.ts and help/work.ts what users read, and in docs/guide/${kebabs}.md what they can do there.`,
    ],
  }
}

/** Behind the chapters about work. */
function addChapter(text: string, chapter: string): string {
  const found = /part: 'work',\s*chapters: \[[^\]]*?(?=,?\s*\])/.exec(text)
  if (found === null) throw new GeneratorFailure('Expected chapters about work in the guide, but there are none.')
  const end = found.index + found[0].length
  return `${text.slice(0, end)}, '${chapter}'${text.slice(end)}`
}
