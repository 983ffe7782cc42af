import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { applyPlan } from './new/apply-plan.ts'
import { readArea } from './new/areas.ts'
import { GeneratorFailure, type Plan } from './new/change.ts'
import { planConnector } from './new/connector.ts'
import { type ElementKind, elementKinds, isElementKind, planElement } from './new/element.ts'
import { planField } from './new/field.ts'
import { type Names, readNames } from './new/names.ts'
import { planPage } from './new/page.ts'
import { planResource, type RecordOptions } from './new/resource.ts'
import { root, runScript, runTool } from './run-tool.ts'

/** `npm run new -- KIND NAME`: the recipes of CONTRIBUTING.md, as code that passes its tests and waits to be filled. */
const kinds = {
  element: async (names) => planElement(names, await readElementKind()),
  resource: (names) => planResource(names, readOptions()),
  page: (names) => planPage(names, readOptions()),
  field: planField,
  connector: planConnector,
} satisfies Record<string, (names: Names) => Plan | Promise<Plan>>

const { kind: elementKind, area, isRemovable, words } = readArguments()
const [kind = '', name = '', ...rest] = words
const plan = Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : null
const names = readNames(name)
if (
  plan === null ||
  names === null ||
  rest.length > 0 ||
  (elementKind !== undefined && kind !== 'element') ||
  (!isRecord(kind) && (area !== undefined || isRemovable))
)
  fail(
    `Expected npm run new -- KIND NAME, where KIND is ${Object.keys(kinds).join(', ')} and NAME like cost-centre, but it is “${process.argv.slice(2).join(' ')}”.`,
  )

try {
  const { hasMigration, next, ...changes } = await plan(names)
  const paths = applyPlan({ ...changes, next }, root)
  const source = paths.filter((path) => /\.tsx?$/.test(path))
  if (!(await runTool('biome', ['check', '--write', '--log-level=error', ...source]))) process.exit(1)
  if (hasMigration && !(await runScript('scripts/generate-db-types.ts'))) process.exit(1)
  console.log(
    `Written:\n${paths.map((path) => `  ${path}`).join('\n')}\n\nNext:\n${next.map((one) => `  ${one}`).join('\n')}`,
  )
} catch (error) {
  if (!(error instanceof GeneratorFailure)) throw error
  fail(error.message)
}

/** Options that are not known are words like any other, so that the sentence shows them. */
function readArguments() {
  const { values, positionals } = parseArgs({
    options: { kind: { type: 'string' }, area: { type: 'string' }, removable: { type: 'boolean' } },
    allowPositionals: true,
    strict: false,
  })
  return {
    kind: typeof values.kind === 'string' ? values.kind : undefined,
    area: typeof values.area === 'string' ? values.area : undefined,
    isRemovable: values.removable === true,
    words: positionals as readonly string[],
  }
}

function isRecord(kind: string): boolean {
  return kind === 'resource' || kind === 'page'
}

/** Which area the record belongs to (`--area`), and whether it is removed for good (`--removable`). */
function readOptions(): RecordOptions {
  return { area: readArea(area), isRemovable }
}

/** `--kind`, or what a person answers. */
async function readElementKind(): Promise<ElementKind> {
  const word = elementKind ?? (process.stdin.isTTY ? await ask(`What is it (${elementKinds.join(', ')})? `) : '')
  if (isElementKind(word)) return word
  return fail(`Expected --kind ${elementKinds.join(', ')} for an element, but it is “${word}”.`)
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(question)
  terminal.close()
  return answer.trim()
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
