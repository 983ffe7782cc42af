// @vitest-environment node

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { designTexts } from '@millrace/contract/design-texts'
import { expect, it } from 'vitest'
import { routeTable } from './route-table.ts'

const source = fileURLToPath(new URL('..', import.meta.url))
/** Parts of these pages that more than one feature has. */
const ofDesigners = [
  'components/deployment',
  'components/design-page',
  'components/designs',
  'components/form-differences',
  'components/model-comparison',
]

const keys = Object.entries(designTexts).flatMap(([area, texts]) => Object.keys(texts).map((key) => `${area}.${key}`))

/** Files that say something in their words. */
function findSpeakers(): string[] {
  const words = new RegExp(`['"\`](?:${keys.join('|')})['"\`]`)
  return globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((file) => !/\.test\.tsx?$/.test(file) && words.test(readFileSync(join(source, file), 'utf8')))
    .map((file) => file.split(/[\\/]/).slice(0, 2).join('/'))
}

it('what the texts of designers and integrators are for is said on their pages alone, which load them', () => {
  const others = routeTable.flatMap(({ section, load }) =>
    section === 'design' || section === 'integrate' ? [] : (/features\/[\w-]+/.exec(String(load))?.[0] ?? []),
  )
  const speakers = new Set(findSpeakers())
  expect(speakers).toContain('features/applications')
  expect(
    [...speakers].filter(
      (part) => !ofDesigners.includes(part) && (!part.startsWith('features/') || others.includes(part)),
    ),
  ).toEqual([])
})
