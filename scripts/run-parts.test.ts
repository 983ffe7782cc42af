import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runParts } from './run-parts.ts'
import { root } from './run-tool.ts'

it('runs and shows the other parts when one throws, which has failed then', async () => {
  const shown: string[] = []
  const last = Promise.withResolvers<readonly string[]>()
  const { failed } = runParts(
    2,
    [
      { name: 'checks', run: async () => Promise.reject(new Error('a file is gone')) },
      {
        name: 'server',
        run: async (take) => {
          take(Buffer.from('of the server'))
          return last.promise
        },
      },
      { name: 'web', run: async () => ['one', 'two'] },
      {
        name: 'packages',
        run: async (take) => {
          take(Buffer.from('of the packages'))
          return []
        },
      },
    ],
    (part) => shown.push(String(part).split('\n', 1)[0] ?? ''),
  )
  await expect.poll(() => shown).toContain('Ended green: packages')
  expect(shown).not.toContain('of the packages')
  last.resolve([])
  expect(await failed).toEqual(['checks', 'one', 'two'])
  expect(shown).toEqual([
    'Error: a file is gone',
    'Ended red: checks',
    'of the server',
    'Ended red: web',
    'Ended green: packages',
    'Ended green: server',
    'of the packages',
  ])
})

it('shows what is held back behind a part that does not end', async () => {
  const shown: string[] = []
  const first = Promise.withResolvers<readonly string[]>()
  const { failed, showAll } = runParts(
    2,
    [
      { name: 'server', run: async () => first.promise },
      {
        name: 'web',
        run: async (take) => {
          take(Buffer.from('a red test'))
          return ['web']
        },
      },
    ],
    (part) => shown.push(String(part).trim()),
  )
  await expect.poll(() => shown).toEqual(['Ended red: web'])
  showAll()
  expect(shown).toEqual(['Ended red: web', 'a red test'])
  first.resolve([])
  expect(await failed).toEqual(['web'])
})

it('has a part for each project of Vitest', () => {
  const namesIn = (file: string, pattern: RegExp) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, name]) => name).toSorted()
  const projects = namesIn('vitest.config.ts', /\bname: '([^']+)'/g)
  expect(projects).toContain('server')
  expect(namesIn('scripts/test.ts', /--project=([^']+)'/g)).toEqual(projects)
})
