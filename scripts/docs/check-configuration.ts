import { type Documents, readRows } from './documents.ts'

const sources = [
  'apps/server/src/platform/config.ts',
  'apps/server/src/platform/db/pooler-config.ts',
  'apps/server/src/platform/sso/sso-config.ts',
  'apps/server/src/platform/files/s3-config.ts',
  'apps/server/src/platform/captcha-config.ts',
  'apps/server/src/platform/tracing/traces-config.ts',
]

/**
 * Checks that the README lists exactly the environment variables that the server reads, with their defaults. Returns
 * the problems.
 */
export function checkConfiguration(documents: Documents): string[] {
  const read = readVariables(documents)
  const rows = readRows(documents.read('README.md') ?? '', '| Variable | Default | Means |')
  const documented = new Map(rows.map(([name = '', initial = '']) => [name.replaceAll('`', ''), initial]))
  return [
    ...[...read.keys()]
      .filter((name) => !documented.has(name))
      .map((name) => `README.md: Expected the variable ${name} to be explained, but it is not.`),
    ...[...documented.keys()]
      .filter((name) => !read.has(name))
      .map((name) => `README.md: Expected only variables that are read, but nothing reads ${name}.`),
    ...[...read]
      .filter(
        ([name, initial]) => initial !== null && documented.has(name) && documented.get(name) !== `\`${initial}\``,
      )
      .map(
        ([name, initial]) =>
          `README.md: Expected ${name} to have the default ${initial}, but it says ${documented.get(name)}.`,
      ),
  ]
}

/** Names with the default that stands beside them, null where it is made in another way. */
function readVariables(documents: Documents): Map<string, string | null> {
  const found = sources.flatMap((path) => [
    ...(documents.read(path) ?? '').matchAll(/value\('([A-Z_\d]+)'\)(?: \?\? '([^']*)')?/g),
  ])
  return new Map(found.map(([, name = '', initial = null]) => [name, initial]))
}
