// @vitest-environment node

import { firstTexts } from '@millrace/contract'
import { decisionEditorTexts } from '@millrace/contract/decision-editor-texts'
import { designTexts } from '@millrace/contract/design-texts'
import { designerTexts } from '@millrace/contract/designer-texts'
import { engineTexts } from '@millrace/contract/engine-texts'
import { mailEditorTexts } from '@millrace/contract/mail-editor-texts'
import { modellerTexts } from '@millrace/contract/modeller-texts'
import { packageTexts } from '@millrace/contract/package-texts'
import { pageTexts } from '@millrace/contract/page-texts'
import { peopleTexts } from '@millrace/contract/people-texts'
import { rightsTexts } from '@millrace/contract/rights-texts'
import { secondFactorTexts } from '@millrace/contract/second-factor-texts'
import { settingTexts } from '@millrace/contract/setting-texts'
import { signInTexts } from '@millrace/contract/sign-in-texts'
import { expect, it } from 'vitest'
import { listLoaded, readSourceFiles } from '../testing/loading-graph.ts'
import { routeTable } from './route-table.ts'

/** The texts that parts of the application add when they are loaded, by the name in `addTexts('translation', …)`. */
const added: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ...{ decisionEditorTexts, designTexts, designerTexts, engineTexts, mailEditorTexts, modellerTexts, packageTexts },
  ...{ pageTexts, peopleTexts, rightsTexts, secondFactorTexts, settingTexts, signInTexts },
}

/** Parts with texts that are only loaded where the part can be reached. */
const exceptions = new Map([
  ['components/bpmn-diagram/plan.ts', 'plans of moves are made on the pages of operators alone'],
  ['features/themes/preview-badge.tsx', 'previews begin on the page of themes, and end when the application is loaded'],
])
/** Shows operators more, at an address with their texts. */
const pageOfTwoSections = 'features/processes/instance-page.tsx'
/** Parts that are passed to the part that shows them. */
const shownBy = new Map([['features/modeller/trial/trial-panel.tsx', 'features/modeller/frame/modeller.tsx']])

const files = readSourceFiles()
const program = 'main.tsx'
const roots = new Map(
  [program, ...[...files.values()].flatMap(({ later }) => later)].map((path) => [path, listLoaded(files, path)]),
)
const allAreas = new Set(Object.values(added).flatMap(Object.keys))

/** The areas that the files of a root add. */
function listAdded(root: string): string[] {
  return [...(roots.get(root) ?? [])].flatMap((path) =>
    [...(files.get(path)?.text.matchAll(/\baddTexts\('translation', (\w+)\)/g) ?? [])].flatMap(([, name = '']) =>
      Object.keys(added[name] ?? {}),
    ),
  )
}

/** The areas that the router loads beside a page, for each of its addresses. */
function listBeside(root: string): (readonly string[])[] {
  return routeTable
    .filter(({ load }) => String(load).includes(`/${root}`))
    .map(({ hasFirstTexts, section }) =>
      hasFirstTexts
        ? []
        : [
            pageTexts,
            ...(section === 'design' || section === 'integrate' ? [designTexts] : []),
            ...(section === 'engine' ? [engineTexts] : []),
          ].flatMap((texts) => Object.keys(texts)),
    )
}

/** The areas that are loaded whenever a root is, by root: the largest solution, because roots can load each other. */
function findAvailable(): ReadonlyMap<string, ReadonlySet<string>> {
  const available = new Map([...roots.keys()].map((root) => [root, root === program ? new Set<string>() : allAreas]))
  const loaders = new Map<string, string[]>()
  for (const [root, loaded] of roots)
    for (const path of loaded)
      for (const next of files.get(path)?.later ?? []) loaders.set(next, [...(loaders.get(next) ?? []), root])
  const loadersOf = (root: string) => [shownBy.get(root) ?? loaders.get(root) ?? []].flat()
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (const root of roots.keys()) {
      const beside = listBeside(root).map((areas): ReadonlySet<string> => new Set(areas))
      const before = beside.length > 0 ? beside : loadersOf(root).map((one) => available.get(one) ?? allAreas)
      const common =
        root === pageOfTwoSections
          ? new Set(before.flatMap((areas) => [...areas]))
          : before.reduce((some, areas) => some.intersection(areas), root === program ? new Set<string>() : allAreas)
      const next = new Set([...common, ...listAdded(root)])
      if (next.size === available.get(root)?.size) continue
      available.set(root, next)
      isChanged = true
    }
  }
  return available
}

/** The areas whose texts a file names, unless it says what to show without them. */
function listNamed(text: string): Set<string> {
  const named = text.matchAll(/['"`](\w+)\.(?:\$\{|(\w+(?:\.\w+)*))(?!.*\bdefaultValue\b)/g)
  return new Set([...named].flatMap(([, area = '', key]) => (isText(area, key) ? [area] : [])))
}

function isText(area: string, key: string | undefined): boolean {
  return Object.values(added).some((texts) => {
    if (!Object.hasOwn(texts, area)) return false
    if (key === undefined) return true
    const keys = key.split('.')
    const last = keys.pop() ?? ''
    const owner = keys.reduce((at: unknown, one) => (at as Record<string, unknown> | undefined)?.[one], texts[area])
    return typeof owner === 'object' && owner !== null && (last in owner || `${last}_one` in owner)
  })
}

it('every page and part has its texts, whichever of them is opened first', () => {
  const available = findAvailable()
  expect(allAreas.intersection(new Set(Object.keys(firstTexts)))).toEqual(new Set())
  const missing = [...roots].flatMap(([root, loaded]) =>
    [...loaded].flatMap((path) => {
      if (path.startsWith('app/routes/')) return []
      const areas = listNamed(files.get(path)?.text ?? '').difference(available.get(root) ?? allAreas)
      return [...areas].map((area) => ({ path, area, root }))
    }),
  )
  expect(missing.filter(({ path }) => !exceptions.has(path))).toEqual([])
  expect(new Set(missing.map(({ path }) => path))).toEqual(new Set(exceptions.keys()))
  // The walk has found the application.
  expect(available.get('features/tasks/task-page.tsx')).toContain('tasks')
  expect(available.get(program)).not.toContain('tasks')
})
