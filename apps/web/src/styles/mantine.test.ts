import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, it } from 'vitest'

const source = path.resolve(import.meta.dirname, '..')
const styles = path.dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/Button.layer.css'))

it('every Mantine component in use has its style in the list, or beside what is loaded later', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: source }).map((file) => path.join(source, file))
  const later = files.flatMap(
    (file) => readFileSync(file, 'utf8').match(/import '@mantine\/core\/styles\/[^']+'/g) ?? [],
  )
  const list = [readFileSync(path.join(source, 'styles/mantine.css'), 'utf8'), ...later].join('\n')
  const used = files.flatMap(listComponents)
  const styled = [...new Set(used)].filter((name) => globSync(`${name}.layer.css`, { cwd: styles }).length > 0)
  expect(styled.length).toBeGreaterThan(10)
  expect(styled.filter((name) => !list.includes(`/${name}.layer.css`))).toEqual([])
})

function listComponents(file: string): string[] {
  const names = [...readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].map(
    (match) => match[1] ?? '',
  )
  return names.flatMap((list) => list.split(',').map((name) => name.trim().replace(/^type /, '')))
}
