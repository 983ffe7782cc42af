import type { Documents } from './documents.ts'

/**
 * Checks that commands in the documents exist: scripts of npm, files that Node runs, and kinds of the generator.
 * Returns the problems.
 */
export function checkCommands(documents: Documents): string[] {
  const { scripts } = JSON.parse(documents.read('package.json') ?? '{}') as { scripts: Record<string, string> }
  const kinds = [...(documents.read('scripts/new.ts') ?? '').matchAll(/^ {2}(\w+): plan\w+,$/gm)].map(
    ([, kind]) => kind,
  )
  const texts = [...documents.list('*.md'), ...documents.list('docs/**/*.md')].map(
    (path) => [path, documents.read(path) ?? ''] as const,
  )
  return [
    ...texts.flatMap(([path, text]) =>
      [...text.matchAll(/npm run ([\w:-]+)/g)]
        .filter(([, name = '']) => !(name in scripts))
        .map(([, name]) => `${path}: Expected a script ${name} in package.json, but there is none.`),
    ),
    ...texts.flatMap(([path, text]) =>
      [...text.matchAll(/npm run node -- ([\w/-]+\.ts)/g)]
        .filter(([, file = '']) => !documents.has(file))
        .map(([, file]) => `${path}: Expected the file ${file}, but there is none.`),
    ),
    ...texts.flatMap(([path, text]) =>
      [...text.matchAll(/node ([\w/-]+\.ts)/g)].map(
        ([command, file]) => `${path}: Expected npm run node -- ${file}, which finds its Node, but it says ${command}.`,
      ),
    ),
    ...kinds
      .filter((kind) => !(documents.read('CONTRIBUTING.md') ?? '').includes(`npm run new -- ${kind} NAME`))
      .map((kind) => `CONTRIBUTING.md: Expected a recipe for npm run new -- ${kind} NAME, but there is none.`),
  ]
}
