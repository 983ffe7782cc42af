import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const source = path.resolve(import.meta.dirname, '..')
const styles = path.resolve(source, '../node_modules/@mantine/core/styles')

it('every Mantine component in use has its style in the list', () => {
  const list = readFileSync(path.join(source, 'styles/mantine.css'), 'utf8')
  const used = globSync('**/*.{ts,tsx}', { cwd: source }).flatMap((file) => listComponents(path.join(source, file)))
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
