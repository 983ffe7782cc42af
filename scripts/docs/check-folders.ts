import { type Documents, readRows } from './documents.ts'

/**
 * Checks that the folders in README and ARCHITECTURE exist, and that all packages and applications are listed. Returns
 * the problems.
 */
export function checkFolders(documents: Documents): string[] {
  return [...checkReadme(documents), ...checkArchitecture(documents)]
}

function checkReadme(documents: Documents): string[] {
  const rows = readRows(documents.read('README.md') ?? '', '| Folder | Holds |')
  const named = rows.flatMap(([cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path))
  return [
    ...named
      .filter((path) => !documents.has(path.replace(/\/$/, '')))
      .map((path) => `README.md: Expected the folder ${path}, but there is none.`),
    ...['packages', 'apps/server', 'apps/web', 'e2e', 'bench', 'docs', 'scripts']
      .filter((path) => !named.some((one) => one.replace(/\/$/, '') === path))
      .map((path) => `README.md: Expected the map of folders to have ${path}, but it has not.`),
  ]
}

function checkArchitecture(documents: Documents): string[] {
  const text = documents.read('ARCHITECTURE.md') ?? ''
  const folders = [...documents.list('packages/*/package.json'), ...documents.list('apps/*/package.json')].map(
    (path) => path.split('/').at(-2) ?? '',
  )
  return folders
    .filter((name) => !new RegExp(`^ {6,}${name}/ `, 'm').test(text))
    .map((name) => `ARCHITECTURE.md: Expected the map of folders to have ${name}/, but it has not.`)
}
