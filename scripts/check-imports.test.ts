import { describe, expect, it } from 'vitest'
import { findForbiddenImports } from './check-imports.ts'

it('finds no forbidden import in the project', () => {
  expect(findForbiddenImports()).toEqual([])
})

describe('findForbiddenImports', () => {
  const check = (path: string, text: string) => findForbiddenImports([{ path, text }])

  it.each([
    ['packages/engine/src/run.ts', `import { readFileSync } from 'node:fs'`],
    ['packages/engine/src/run.ts', `import { x } from '@millrace/forms'`],
    ['packages/engine/src/run.ts', 'const now = Date.now()'],
    ['packages/bpmn/src/a.ts', `import type { x } from '@millrace/expressions'`],
    ['packages/dmn/src/a.ts', `export * from '@millrace/engine'`],
    ['packages/forms/src/a.ts', `import { useState } from 'react'`],
    ['apps/server/src/features/tasks/a.ts', `import { x } from '../users/b.ts'`],
    ['apps/server/src/features/tasks/a.ts', `import {\n  x,\n  y,\n} from '../../jobs/b.ts'`],
    ['apps/server/src/platform/db/a.ts', `import { x } from '../../runtime/b.ts'`],
    ['apps/server/src/runtime/a.ts', `const x = await import('../features/tasks/b.ts')`],
    ['apps/server/src/engine-rest/a.ts', `import { x } from '../features/tasks/b.ts'`],
    ['apps/web/src/features/tasks/a.tsx', `import { x } from '../users/b.ts'`],
    ['apps/web/src/features/tasks/a.tsx', `import { x } from '@millrace/engine'`],
    ['apps/web/src/components/a.tsx', `import { x } from '../features/tasks/b.ts'`],
    ['apps/web/src/lib/a.ts', `import { x } from '../../../server/src/platform/config.ts'`],
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
    ['apps/server/src/features/tasks/a.test.ts', `import { createTestApp } from '@millrace/test-kit'`],
    ['apps/server/src/app.ts', `import { x } from './features/tasks/b.ts'`],
    ['apps/web/src/app/router.tsx', `import { x } from '../features/tasks/b.ts'`],
  ])('lets %s do what it may: %s', (path, text) => {
    expect(check(path, text)).toEqual([])
  })
})
