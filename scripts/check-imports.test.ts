import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findForbiddenImports, findImportProblems } from './check-imports.ts'
import { findCircles } from './imports/find-circles.ts'
import { findThreadImports } from './imports/find-thread-imports.ts'
import { importTable } from './imports/import-table.ts'
import type { SourceFile } from './imports/list-imports.ts'
import { root } from './run-tool.ts'

it('finds nothing wrong with the imports of the project', () => {
  expect(findImportProblems()).toEqual([])
})

it('leaves alone only what is there', () => {
  const left = Object.values(importTable).flatMap(({ leaves = [] }) => leaves)
  expect(left.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(left).toContain('apps/server/src/runtime/execute')
})

describe('findForbiddenImports', () => {
  const check = (path: string, text: string) => findForbiddenImports([{ path, text }])

  it.each([
    ['packages/engine/src/run.ts', `import { existsSync, readFileSync } from 'node:fs'`],
    ['packages/engine/src/run.ts', `import { x } from '@millrace/forms'`],
    ['packages/engine/src/run.ts', 'const now = Date.now()'],
    ['packages/time/src/timer.ts', 'const now = new Date()'],
    ['packages/bpmn/src/a.ts', `import type { x } from '@millrace/expressions'`],
    ['packages/bpmn/src/a.ts', `import { SaxesParser } from 'saxes'`],
    ['apps/server/src/features/themes/a.ts', `import { SaxesParser } from 'saxes'`],
    ['packages/dmn/src/a.ts', `export * from '@millrace/engine'`],
    ['packages/forms/src/a.ts', `import { useState } from 'react'`],
    ['apps/server/src/features/tasks/a.ts', `import { x } from '../users/b.ts'`],
    ['apps/server/src/features/tasks/a.ts', `import {\n  x,\n  y,\n} from '../../jobs/b.ts'`],
    ['apps/server/src/platform/db/a.ts', `import { x } from '../../runtime/b.ts'`],
    ['apps/server/src/runtime/a.ts', `const x = await import('../features/tasks/b.ts')`],
    ['apps/server/src/engine-rest/a.ts', `import { x } from '../features/tasks/b.ts'`],
    ['apps/server/src/features/tasks/a.ts', `import { unitOfWork } from '../../runtime/execute/unit-of-work.ts'`],
    ['apps/server/src/features/tasks/a.ts', `import { deploy } from '../../runtime/deploy/deploy.ts'`],
    ['apps/server/src/engine-rest/task/a.ts', `import { executeAll } from '../../runtime/execute/execute-all.ts'`],
    ['apps/server/src/engine-rest/task/a.ts', `import { type x } from '../../runtime/save/tables.ts'`],
    ['apps/server/src/operations/tasks/a.ts', `import { x } from '../../features/tasks/b.ts'`],
    ['apps/server/src/operations/tasks/a.ts', `import { x } from '../../engine-rest/b.ts'`],
    ['apps/server/src/operations/tasks/a.ts', `import { x } from '../../jobs/b.ts'`],
    ['apps/server/src/runtime/a.ts', `import { x } from '../operations/tasks/b.ts'`],
    ['apps/server/src/platform/a.ts', `import type { x } from '../operations/tasks/b.ts'`],
    ['apps/web/src/features/tasks/a.tsx', `import { x } from '../users/b.ts'`],
    ['apps/web/src/features/tasks/a.tsx', `import { x } from '@millrace/engine'`],
    ['apps/web/src/components/a.tsx', `import { x } from '../features/tasks/b.ts'`],
    ['apps/web/src/lib/a.ts', `import { x } from '../../../server/src/platform/config.ts'`],
    ['apps/web/src/lib/a.ts', `import { x } from '../components/b.ts'`],
    ['apps/web/src/lib/a.ts', `import { x } from '@millrace/bpmn'`],
    ['apps/web/src/lib/a.ts', `import { type x } from '@millrace/bpmn'`],
    ['apps/web/src/features/tasks/a.ts', `import { x } from '@millrace/bpmn'`],
    ['apps/web/src/features/modeller/a.ts', `import { x } from '@millrace/engine'`],
    ['apps/web/src/features/tasks/a.ts', `import { x } from '../modeller/b.ts'`],
    ['packages/contract/src/a.ts', `import { x } from '@millrace/forms'`],
    ['apps/server/src/jobs/a.ts', `import { x } from '../engine-rest/b.ts'`],
    ['apps/server/src/app.ts', `import { useState } from 'react'`],
    ['packages/engine/src/run.ts', `export { x } from 'pg'`],
    ['packages/engine/src/run.ts', 'const id = crypto.randomUUID()'],
    ['packages/engine/src/run.ts', 'const chance = Math.random()'],
    ['packages/unknown/src/a.ts', ''],
    ['packages/forms/src/a.ts', `import { x } from '../../../apps/server/src/platform/config.ts'`],
    ['packages/forms/src/a.test.ts', `import { x } from '../../../apps/web/src/lib/api.ts'`],
    ['packages/bpmn/src/a.ts', `import type { x } from '@millrace/server'`],
    ['packages/bpmn/src/a.ts', `const x = await import('../../../apps/server/src/main.ts')`],
  ])('finds what %s may not: %s', (path, text) => {
    expect(check(path, text)).toHaveLength(1)
  })

  it.each([
    ['packages/engine/src/run.ts', `import { x } from '@millrace/bpmn'\n// not Date.now()`],
    ['packages/engine/src/run.test.ts', `import { x } from 'node:fs'`],
    [
      'apps/server/src/features/tasks/a.ts',
      `import { x } from './b.ts'\nimport { y } from '../../runtime/c.ts'\nimport { z } from '../../platform/db/d.ts'`,
    ],
    ['apps/server/src/features/tasks/a.test.ts', `import { createTestApp } from '@millrace/server/testing'`],
    ['apps/server/src/features/tasks/a.ts', `import { x } from '../../operations/tasks/b.ts'`],
    ['apps/server/src/engine-rest/a.ts', `import { x } from '../operations/tasks/b.ts'`],
    ['apps/server/src/engine-rest/a.ts', `import type { x } from '../runtime/execute/unit-of-work.ts'`],
    ['apps/server/src/engine-rest/a.ts', `import { x } from '../runtime/deploy/start-events.ts'`],
    ['apps/server/src/features/tasks/a.test.ts', `import { deploy } from '../../runtime/deploy/deploy.ts'`],
    ['apps/server/src/jobs/a.ts', `import { x } from '../operations/tasks/b.ts'`],
    ['apps/server/src/operations/tasks/a.ts', `import { x } from '../users/b.ts'`],
    ['apps/server/src/app.ts', `import { x } from './features/tasks/b.ts'`],
    ['apps/web/src/app/router.tsx', `import { x } from '../features/tasks/b.ts'`],
    ['apps/web/src/lib/a.ts', `import type { x } from '@millrace/bpmn'`],
    ['apps/web/src/features/modeller/a.ts', `import { x } from '@millrace/bpmn/moddle'`],
    ['packages/contract/src/a.ts', `import type { x } from '@millrace/forms'`],
  ])('lets %s do what it may: %s', (path, text) => {
    expect(check(path, text)).toEqual([])
  })
})

describe('findCircles', () => {
  const plant = (...files: readonly (readonly [path: string, text: string])[]) =>
    findCircles(files.map(([path, text]) => ({ path, text })))

  it('finds files that import each other, and says the way round', () => {
    expect(
      plant(
        ['packages/engine/src/a.ts', `import { b } from './steps/b.ts'\nimport { c } from './steps/c.ts'`],
        ['packages/engine/src/steps/b.ts', `export { c } from './c.ts'`],
        ['packages/engine/src/steps/c.ts', `const lazy = () => import('../a.ts')`],
        ['packages/engine/src/d.ts', `import { a } from './a.ts'`],
      ),
    ).toEqual([
      'packages/engine/src/a.ts: Expected no circle of imports, but it imports itself by packages/engine/src/steps/c.ts, then packages/engine/src/a.ts. Move what they share into a file of its own, or hand it over as an argument.',
    ])
  })

  it('finds a file that imports itself, and each circle of several', () => {
    expect(
      plant(
        ['scripts/a.ts', `import { a } from './a.ts'`],
        ['e2e/b.ts', `import './c.ts'`],
        ['e2e/c.ts', `import {\n  b,\n} from './b.ts'`],
      ),
    ).toHaveLength(2)
  })

  it('finds a circle through a package and its exports', () => {
    expect(
      plant(
        ['packages/bpmn/src/index.ts', `import { x } from '../../engine/src/x.ts'`],
        ['packages/engine/src/x.ts', `import { readBpmn } from '@millrace/bpmn'`],
      ),
    ).toHaveLength(1)
  })

  it('lets types go round, and ways that meet again', () => {
    expect(
      plant(
        ['packages/engine/src/a.ts', `import type { b } from './b.ts'\nimport { c } from './c.ts'`],
        ['packages/engine/src/b.ts', `import { a } from './a.ts'\nimport { c } from './c.ts'`],
        ['packages/engine/src/c.ts', `export type { a } from './a.ts'`],
      ),
    ).toEqual([])
  })
})

describe('the import table of ARCHITECTURE.md', () => {
  const rows = readTable()
  const folders = new Map(
    ['xml', 'time', 'bpmn', 'dmn', 'engine', 'expressions', 'forms', 'contract'].map((part) => [
      part,
      `packages/${part}/src/a.ts`,
    ]),
  )
    .set('server', 'apps/server/src/a.ts')
    .set('web', 'apps/web/src/a.ts')
    .set('modeller of web', 'apps/web/src/features/modeller/a.ts')
    .set('editor of decisions of web', 'apps/web/src/features/decision-editor/a.ts')
    .set('model-comparison of web', 'apps/web/src/components/model-comparison/a.ts')
    .set('form-designer', 'apps/form-designer/src/a.ts')
  const parts = [...folders.keys()]
  const pairs = parts.flatMap((from) =>
    parts.filter((to) => to !== from && !to.includes(' ')).map((to) => [from, to] as const),
  )

  it('has a row for every part', () => {
    expect([...rows.keys()].toSorted()).toEqual(parts.toSorted())
  })

  it.each(pairs)('says whether %s may import %s, and the check agrees', (from, to) => {
    const allowed = rows.get(from)?.find((one) => one.startsWith(`${to} `) || one === to || one === 'all packages')
    const isAllowed = allowed !== undefined && !(allowed === 'all packages' && folders.get(to)?.startsWith('apps/'))
    const path = folders.get(from) ?? ''
    const find = (statement: string) =>
      findForbiddenImports([{ path, text: `${statement} { x } from '@millrace/${to}'` }]).length === 0
    expect({ values: find('import'), types: find('import type') }).toEqual({
      values: isAllowed && allowed !== `${to} (types)`,
      types: isAllowed,
    })
  })

  /** Reads the table of allowed imports from the document. */
  function readTable(): Map<string, string[]> {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    const table = text.slice(text.indexOf('| Part | May import (ours) | Never |')).split('\n\n')[0] ?? ''
    return new Map(
      table
        .split('\n')
        .slice(2)
        .flatMap((line) => {
          const [, names = '', imports = ''] = line.split('|').map((cell) => cell.trim())
          return names.split(', ').map((name) => [name, imports.split(', ')] as const)
        }),
    )
  }
})

describe('findThreadImports', () => {
  const main = { path: 'apps/server/src/thread-main.ts', text: `await import('./runtime/tasks.ts')` }
  const check = (text: string, ...more: readonly SourceFile[]) =>
    findThreadImports([main, { path: 'apps/server/src/runtime/tasks.ts', text }, ...more])

  it.each([
    `import { sql } from 'kysely'`,
    `import Fastify from 'fastify'`,
    `const pg = await import('pg')`,
    `import { limits } from '@millrace/contract'`,
  ])('finds %s', (text) => {
    expect(check(text)).toEqual([
      expect.stringMatching(/worker threads load by apps\/server\/src\/thread-main.ts, then apps.*tasks.ts\./),
    ])
  })

  it.each([
    `import type { Kysely } from 'kysely'`,
    `import { pg } from './pg.ts'`,
    `import { limits } from '@millrace/contract/limits'`,
    `import { once } from 'node:events'`,
  ])('allows %s', (text) => {
    expect(check(text)).toEqual([])
  })

  it.each([
    ['limits', 'limits.ts'],
    ['lists/tasks', 'lists/tasks.ts'],
    ['settings', 'settings/index.ts'],
  ])('finds a schema that @millrace/contract/%s loads', (name, file) => {
    const path = `packages/contract/src/${file}`
    const values = path.replace(/[^/]+$/, 'values.ts')
    expect(
      check(
        `import { one } from '@millrace/contract/${name}'`,
        { path, text: `export * from './values.ts'` },
        { path: values, text: `import { z } from 'zod'` },
      ),
    ).toEqual([expect.stringContaining(`${values}: Expected no import of zod, which worker threads load by `)])
  })
})
