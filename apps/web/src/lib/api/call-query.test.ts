import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@millrace/contract'
import { expect, it } from 'vitest'
import { keyOf } from './call-query.ts'

const source = join(import.meta.dirname, '../..')

it('knows an answer by subject and name of its call, by which other calls make it out of date', () => {
  expect(keyOf(api.tasks.assigned, { q: 'x' })).toEqual(['tasks', 'assigned', { q: 'x' }])
})

it('is how every answer of a call is known: keys by hand are for what no call makes out of date', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter((path) => !path.includes('.test.'))
  const byHand = files.flatMap((path) =>
    [...readFileSync(join(source, path), 'utf8').matchAll(/queryKey: \['([^']+)'/g)].map(([, word]) => word),
  )
  // The session, which only its own calls change, what changes with the program alone, and the answers of POST calls.
  expect([...new Set(byHand)].toSorted()).toEqual([
    ...[
      'batch draft',
      'dry run',
      'dry run of message',
      'guide',
      'icon',
      'icons',
      'migration plan',
      'password-link',
      'second step',
      'session',
    ],
    'versions of selection',
  ])
})
