import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errors } from '../packages/contract/src/errors.ts'
import { root } from './run-tool.ts'

const errorList = 'docs/errors.md'

/** What the documents promise and the project does not keep, one sentence each. */
export function findDocProblems(): string[] {
  return [...findBrokenLinks(), ...checkErrorList(), ...checkVariables()]
}

function findBrokenLinks(): string[] {
  return globSync(['*.md', 'docs/**/*.md'], { cwd: root }).flatMap((path) => {
    const links = read(path).matchAll(/\]\((?!\w+:|#|\/)([^)#\s]+)/g)
    return [...links].flatMap(([, link = '']) =>
      existsSync(join(root, dirname(path), link))
        ? []
        : [`${path}: Expected the link ${link} to lead to a file, but there is none.`],
    )
  })
}

function checkErrorList(): string[] {
  if (existsSync(join(root, errorList)) && read(errorList) === presentErrors()) return []
  return [
    `${errorList}: Expected the errors of packages/contract/src/errors.ts, but it has others. Run node scripts/check-docs.ts --write.`,
  ]
}

function presentErrors(): string {
  const rows = Object.entries(errors).map(([code, { status, means }]) => `| \`${code}\` | ${status} | ${means} |`)
  return `# Errors

Every refusal of a call below the API base is JSON: \`code\`, a sentence in \`message\`, \`requestId\` for the log, and \`details\` with the faults one by one where there are several. Programs go by the code; sentences may change.

| Code | Status | Means |
|---|---|---|
${rows.join('\n')}
`
}

/** Each environment variable that the server reads stands in the README. */
function checkVariables(): string[] {
  if (!existsSync(join(root, 'README.md'))) return ['README.md: Expected a README, but there is none.']
  const names = [...read('apps/server/src/platform/config.ts').matchAll(/value\('([A-Z_]+)'\)/g)].map(
    ([, name = '']) => name,
  )
  const readme = read('README.md')
  return [...new Set(names)]
    .filter((name) => !readme.includes(`\`${name}\``))
    .map((name) => `README.md: Expected the variable ${name} to be explained, but it is not.`)
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

if (import.meta.main && process.argv.includes('--write')) writeFileSync(join(root, errorList), presentErrors())
