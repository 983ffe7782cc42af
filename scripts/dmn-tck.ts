import { parseArgs } from 'node:util'
import { corrupt } from './dmn-tck/corrupt.ts'
import { type Engine, nullEngine, ownEngine } from './dmn-tck/engine.ts'
import { listTestFolders, readTestFolder } from './dmn-tck/read-tests.ts'
import { type NodeOutcome, runTests } from './dmn-tck/run-tests.ts'

const USAGE = `Usage: npm run dmn-tck -- FOLDER [--engine own|null] [--corrupt] [--list]

Runs the DMN Technology Compatibility Kit, or a part of it, and counts result nodes.
  --engine null  an engine that answers null to everything: what the kit gives for nothing
  --corrupt      changes every expected value: nothing should pass
  --list         shows each failed node with the reason`

const ENGINES: Readonly<Record<string, Engine>> = { own: ownEngine, null: nullEngine }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string', default: 'own' },
    corrupt: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const [folder] = positionals
const engine = ENGINES[values.engine]
if (values.help || !folder || !engine) {
  console.error(USAGE)
  process.exitCode = 2
} else {
  const outcomes = listTestFolders(folder).map((path) => {
    const tests = readTestFolder(path)
    return { name: path, nodes: runTests(values.corrupt ? corrupt(tests) : tests, engine) }
  })
  printTable(outcomes, folder)
  if (values.list) printFailures(outcomes)
  const all = outcomes.flatMap(({ nodes }) => nodes)
  const failed = all.filter((node) => node.failure !== null).length
  console.log(`${all.length - failed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

type FolderOutcome = { readonly name: string; readonly nodes: readonly NodeOutcome[] }

function printTable(outcomes: readonly FolderOutcome[], root: string): void {
  const rows = outcomes.map(({ name, nodes }) => {
    const failed = nodes.filter((node) => node.failure !== null).length
    return { name: name.slice(root.length).replace(/^\//, '') || name, passed: nodes.length - failed, failed }
  })
  const width = Math.max(9, ...rows.map((row) => row.name.length))
  console.log(`${'directory'.padEnd(width)}  passed  failed`)
  for (const { name, passed, failed } of rows) {
    console.log(`${name.padEnd(width)}  ${String(passed).padStart(6)}  ${String(failed || '').padStart(6)}`)
  }
}

function printFailures(outcomes: readonly FolderOutcome[]): void {
  for (const { name, nodes } of outcomes) {
    for (const node of nodes) {
      if (node.failure !== null) console.log(`${name} ${node.testCase} ${node.name}: ${node.failure}`)
    }
  }
}
