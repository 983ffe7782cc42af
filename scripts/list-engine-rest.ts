import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../apps/server/src/engine-rest/routes.ts'
import { root } from './run-tool.ts'

/**
 * Writes the page of the guide that lists every call of Camunda's REST API with yes, or no and why.
 *
 *   npm run node -- scripts/list-engine-rest.ts FILE
 *
 * FILE is `openapi.json` of Camunda 7.24, as for `scripts/describe-engine-rest.ts`.
 */
const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Expected the path of Camunda’s openapi.json, but there is none.')
const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, unknown>> }

/** Why there is no such call, by the beginning of what it is; the first that fits. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^DELETE \/metrics\/task-worker$/, 'metrics are counted from the history, so there are no stored metrics to delete'],
  [/^GET \/telemetry\/data$/, 'no telemetry is collected'],
]

/** Notes about existing calls. */
const notes: Readonly<Record<string, string>> = {
  'POST /telemetry/configuration': 'accepted, without effect',
}

const anyName = (path: string) => path.replaceAll(/\{[^}]+\}|:\w+/g, '*')
const known = new Set(routes.map(({ method, path }) => `${method} ${anyName(path)}`))
// Told to anybody, beside the routes.
known.add('GET /engine')

const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
)
const rows = calls.map(({ method, path }) => {
  const isThere = known.has(`${method} ${anyName(path)}`)
  const why = reasons.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1]
  if (!isThere && why === undefined) throw new Error(`Expected a reason why there is no ${method} ${path}.`)
  return {
    resource: path
      .split('/')
      .slice(1, path.startsWith('/history') ? 3 : 2)
      .join(' '),
    method,
    path,
    isThere,
    why,
  }
})

const lines = [
  '# Every call of the REST API',
  '',
  `Millrace supports ${rows.filter(({ isThere }) => isThere).length} of the ${rows.length} calls of Camunda 7.24, below \`/engine-rest\`. \`/engine-rest/openapi.json\` describes their parameters and answers. [REST API for workers and tools](engine-rest.md) describes permissions and differences.`,
]
for (const resource of [...new Set(rows.map((row) => row.resource))].toSorted()) {
  lines.push('', `## ${resource}`, '', '| Call | |', '|---|---|')
  for (const { method, path, isThere, why } of rows.filter((row) => row.resource === resource))
    lines.push(
      `| \`${method} ${path}\` | ${isThere ? ['yes', notes[`${method} ${path}`] ?? []].flat().join(': ') : `no: ${why}`} |`,
    )
}
writeFileSync(join(root, 'docs/guide/engine-rest-operations.md'), `${lines.join('\n')}\n`)
