import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { copyProject } from '../copy-project.ts'
import { root } from '../run-tool.ts'

const project = join(mkdtempSync(join(tmpdir(), 'millrace-new-')), 'project')
copyProject(root, project)
afterAll(() => rmSync(join(project, '..'), { recursive: true, force: true }))

const bin = join(root, 'node_modules/.bin')

/** Runs a tool, or `node`, in the copy. @returns what it printed, and whether it succeeded. */
async function run(tool: string, ...args: readonly string[]): Promise<{ ok: boolean; output: string }> {
  const program = tool === 'node' ? process.execPath : join(bin, tool)
  const env = {
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    HOME: process.env.HOME,
    NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
  }
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, { cwd: project, env, maxBuffer: 1e8 })
    return { ok: true, output: stdout + stderr }
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return { ok: false, output: stdout + stderr }
  }
}

/** All that is checked of what was written; else what a change of the product breaks most. `npm run soak` does all. */
const isSoak = process.env.MILLRACE_SOAK === '1'

/** Tests that walk everything there is: of these only what is new is looked at. */
const tables = ['apps/server/src/deeds.test.ts', 'apps/server/src/call-rights.test.ts']

/** Tests that fail when something is new and nobody has told them. */
const walks = [
  'apps/web/src/app/help-page.test.tsx',
  'packages/engine/src/testing/random/random.test.ts',
  'packages/contract/src/lists/lists.test.ts',
  'packages/bpmn/src/vocabulary/vocabulary.test.ts',
  // A modeller opens files with elements that its library does not know.
  'packages/bpmn/src/moddle/round-trip.test.ts',
  'apps/web/src/app/route-table.test.ts',
]

/** One file with its test, and a line in each of the three registries. */
const filesOfElement = (name: string, kind: string) => {
  const room = kind === 'activity' ? 'activities' : `${kind}s`
  return [
    `packages/engine/src/elements/${room}/${name}.ts`,
    `packages/engine/src/elements/${room}/${name}.test.ts`,
    'packages/bpmn/src/vocabulary/flow-elements.ts',
    'packages/engine/src/elements/index.ts',
    'packages/contract/src/messages/diagram.ts',
  ]
}

const listPaths = (output: string) => [...output.matchAll(/^ {2}([\w./-]+\.\w+)$/gm)].map(([, path]) => path)

const create = (...words: readonly string[]) => run('node', 'scripts/new.ts', ...words)

describe('npm run new', { timeout: 560_000 }, () => {
  it.each([
    [[], 'Expected npm run new -- KIND NAME'],
    [['gadget', 'thing'], 'where KIND is element, resource, page, field, connector'],
    [['field', 'Not A Name'], 'and NAME like cost-centre, but it is “field Not A Name”'],
    [['field', 'one', 'two'], 'but it is “field one two”'],
    [['page', 'nobody'], 'Run npm run new -- resource nobody first.'],
    [['field', 'text', '--kind', 'event'], 'but it is “field text --kind event”'],
    [['element', 'thing'], 'Expected --kind activity, gateway, event for an element, but it is “”.'],
    [
      ['element', 'thing', '--kind', 'lane'],
      'Expected --kind activity, gateway, event for an element, but it is “lane”.',
    ],
    [['field', 'text'], 'Expected packages/forms/src/fields/text.ts not to be there yet, but it is.'],
  ])('refuses %j in one sentence', async (args, sentence) => {
    const { ok, output } = await run('node', 'scripts/new.ts', ...args)
    expect(ok).toBe(false)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(output).toContain(sentence)
  })

  it('writes each kind so that it passes all checks and its tests at once', async () => {
    const kinds = [
      ['element', 'decision-point', '--kind', 'activity'],
      ['element', 'crossing-point', '--kind=gateway'],
      ['element', 'waiting-point', '--kind', 'event'],
      ['connector', 'message-bus'],
      ['field', 'account-number'],
      ['resource', 'cost-centre'],
      ['page', 'cost-centre'],
    ] as const
    const written: string[] = []
    for (const words of kinds) {
      const { ok, output } = await create(...words)
      expect(output).toMatch(/Written:\n {2}\S/)
      expect(ok).toBe(true)
      if (words[0] === 'element') expect(listPaths(output)).toEqual(filesOfElement(words[1], words[3] ?? 'gateway'))
      written.push(...output.matchAll(/^ {2}(\S+\.(?:tsx?|sql))$/gm).map(([, path = '']) => path))
    }
    // A list and the page of one of its things, each with its test.
    for (const page of ['cost-centres', 'cost-centre'])
      expect(written).toEqual(
        expect.arrayContaining([
          `apps/web/src/features/cost-centres/${page}-page.tsx`,
          `apps/web/src/features/cost-centres/${page}.test.tsx`,
        ]),
      )
    const source = written.filter((path) => path.endsWith('.ts') || path.endsWith('.tsx'))
    const tests = source.filter((path) => /\.test\.tsx?$/.test(path) && !tables.includes(path))
    const results = isSoak
      ? await Promise.all([
          run('node', 'scripts/check.ts'),
          run('vitest', 'run', ...tests, ...walks),
          run('vitest', 'run', ...tables, '-t', 'cost-centre|ostCentre|walks every deed'),
        ])
      : await Promise.all([
          run(
            'node',
            'scripts/check.ts',
            '--without=format and lint',
            '--without=dead code',
            '--without=lock of the packages',
          ),
          run('vitest', 'run', ...tests),
          run('biome', 'check', '--error-on-warnings', ...source),
        ])
    expect(results.filter(({ ok }) => !ok).map(({ output }) => output)).toEqual([])
    for (const { output } of results.slice(1, isSoak ? 3 : 2)) expect(output).toMatch(/Tests .*[1-9]\d* passed/)
    if (!isSoak) return
    // Both have something to say of it.
    expect(stripVTControlCharacters(results[2]?.output ?? '')).toMatch(/Test Files +2 passed/)
  })

  it('writes the same text a second time only where there was none', async () => {
    const before = readFileSync(join(project, 'packages/contract/src/api.ts'), 'utf8')
    const { ok, output } = await create('resource', 'cost-centre')
    expect([ok, output]).toEqual([
      false,
      'Expected packages/contract/src/cost-centres.ts not to be there yet, but it is. Choose another name.\n',
    ])
    expect(readFileSync(join(project, 'packages/contract/src/api.ts'), 'utf8')).toBe(before)
  })
})
