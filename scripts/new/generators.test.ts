import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { copyProject } from '../copy-project.ts'
import { root } from '../run-tool.ts'
import { addPlaceholder } from './testing/add-placeholder.ts'

const project = join(mkdtempSync(join(tmpdir(), 'millrace-new-')), 'project')
copyProject(root, project)
addPlaceholder(project)
afterAll(() => rmSync(join(project, '..'), { recursive: true, force: true }))

const bin = join(root, 'node_modules/.bin')

/** Runs a tool, `node` or `git` in the copy. @returns what it printed, and whether it succeeded. */
async function run(tool: string, ...args: readonly string[]): Promise<{ ok: boolean; output: string }> {
  const program = tool === 'node' ? process.execPath : tool === 'git' ? tool : join(bin, tool)
  const env = {
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    HOME: process.env.HOME,
    // Settings of whoever runs the tests are not those of the copy.
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'test',
    GIT_AUTHOR_EMAIL: 'test@example.org',
    GIT_COMMITTER_NAME: 'test',
    GIT_COMMITTER_EMAIL: 'test@example.org',
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
const tables = ['apps/server/src/operations.test.ts', 'apps/server/src/call-rights.test.ts']

/** Tests that fail when something is new and nobody has told them. */
const walks = [
  'apps/web/src/app/help-page.test.tsx',
  'packages/engine/src/testing/random/random.test.ts',
  'packages/contract/src/lists/lists.test.ts',
  'packages/bpmn/src/vocabulary/vocabulary.test.ts',
  // A modeller opens files with elements that its library does not know.
  'packages/bpmn/src/moddle/round-trip.test.ts',
  'apps/web/src/app/route-table.test.ts',
  'apps/form-designer/src/palette/types.test.ts',
]

/** The two branches that are generated, each from the same commit. */
const branches = {
  first: [
    ['element', 'decision-point', '--kind', 'activity'],
    ['element', 'crossing-point', '--kind=gateway'],
    ['element', 'waiting-point', '--kind', 'event'],
    ['connector', 'message-bus'],
    ['field', 'account-number'],
    // In the place of pages that are not built yet.
    ['resource', 'user-badge', '--area=users'],
    ['page', 'user-badge', '--area=users'],
    // Where there was none, as the second branch, which has a record that is removed.
    ...(isSoak
      ? [
          ['resource', 'cost-centre', '--area', 'administration'],
          ['page', 'cost-centre', '--area', 'administration'],
        ]
      : []),
  ],
  second: [
    ['field', 'tax-number'],
    ['resource', 'delivery-note', '--area', 'integrate', '--removable'],
    ['page', 'delivery-note', '--area', 'integrate', '--removable'],
  ],
} satisfies Record<string, readonly (readonly string[])[]>

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
    [['page', 'nobody', '--area', 'work'], 'Run npm run new -- resource nobody --area work first.'],
    // There are calls of users, and their pages are placeholders, but they are no record.
    [['page', 'user', '--area', 'users'], 'Run npm run new -- resource user --area users first.'],
    [
      ['page', 'email-template', '--area', 'design', '--removable'],
      'Expected no --removable, as in packages/contract/src/email-templates.ts, but it is there.',
    ],
    [
      ['page', 'email-template', '--area', 'design'],
      'Expected no page at /design/emailTemplates yet, but there is one.',
    ],
    [
      ['resource', 'cost-centre'],
      'Expected --area work, design, administration, users, integrate, engine, but it is “”.',
    ],
    [['page', 'cost-centre', '--area', 'toString'], 'but it is “toString”.'],
    [['resource', 'cost-centre', '--area', 'nowhere'], 'but it is “nowhere”.'],
    [['field', 'one', '--area', 'work'], 'but it is “field one --area work”'],
    [['element', 'one', '--kind', 'event', '--removable'], 'but it is “element one --kind event --removable”'],
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

  it('writes each kind on two branches, which git merges and which pass all checks and their tests at once', async () => {
    const git = async (...args: readonly string[]) =>
      expect((await run('git', ...args)).output).not.toMatch(/^fatal|CONFLICT/m)
    await git('init', '--quiet', '--initial-branch=base')
    await git('add', '.')
    await git('commit', '--quiet', '--message=base')
    const written: string[] = []
    for (const [branch, kinds] of Object.entries(branches)) {
      await git('switch', '--quiet', '--create', branch, 'base')
      for (const words of kinds) {
        const { ok, output } = await create(...words)
        expect(output).toMatch(/Written:\n {2}\S/)
        expect(ok).toBe(true)
        const [kind, name = '', , elementKind = 'gateway'] = words
        if (kind === 'element') expect(listPaths(output)).toEqual(filesOfElement(name, elementKind))
        written.push(...output.matchAll(/^ {2}(\S+\.(?:tsx?|sql))$/gm).map(([, path = '']) => path))
      }
      await git('add', '.')
      await git('commit', '--quiet', `--message=${branch}`)
    }
    await git('merge', '--quiet', '--no-edit', 'first')
    expect((await run('git', 'status', '--porcelain')).output).toBe('')
    // A list and the page of one of its things, each with its test.
    for (const [folder, page] of [
      ['user-badges', 'user-badges'],
      ['user-badges', 'user-badge'],
      ['delivery-notes', 'delivery-note'],
    ])
      expect(written).toEqual(
        expect.arrayContaining([
          `apps/web/src/features/${folder}/${page}-page.tsx`,
          `apps/web/src/features/${folder}/${page}.test.tsx`,
        ]),
      )
    const source = [...new Set(written)].filter((path) => path.endsWith('.ts') || path.endsWith('.tsx'))
    const tests = source.filter((path) => /\.test\.tsx?$/.test(path))
    // Not what is like another one: a record in another area, a field.
    const differing = tests.filter((path) => !/cost-centres?|tax-number/.test(path))
    const results = isSoak
      ? await Promise.all([
          run('node', 'scripts/check.ts'),
          run('vitest', 'run', ...tests, ...walks),
          run(
            'vitest',
            'run',
            ...tables,
            '-t',
            '-(centre|badge|note)|(ostCentre|serBadge|eliveryNote)|walks every operation',
          ),
        ])
      : await Promise.all([
          run(
            'node',
            'scripts/check.ts',
            '--without=format and lint',
            '--without=dead code',
            '--without=lock of the packages',
            '--without=regular expressions',
          ),
          // By one worker for each project: the types are found beside it, and each reads the whole program.
          run('vitest', 'run', '--maxWorkers=1', ...differing, 'apps/form-designer/src/palette/types.test.ts'),
          run('biome', 'check', '--error-on-warnings', ...source),
        ])
    expect(results.filter(({ ok }) => !ok).map(({ output }) => output)).toEqual([])
    for (const { output } of results.slice(1, isSoak ? 3 : 2)) expect(output).toMatch(/Tests .*[1-9]\d* passed/)
    // Both have something to say of it.
    if (isSoak) expect(stripVTControlCharacters(results[2]?.output ?? '')).toMatch(/Test Files +2 passed/)
  })

  // The tests that were generated have worked with both tables already.
  it.runIf(isSoak)('starts a server with the tables of both branches, which answers their lists', async () => {
    const lists = ['/admin/cost-centres', '/usersgroups/user-badges', '/integrate/delivery-notes']
    expect(await run('node', 'scripts/new/testing/ask-lists.ts', ...lists)).toEqual({
      ok: true,
      output: lists.map((path) => `${path} 200 []\n`).join(''),
    })
  })

  it('writes the same text a second time only where there was none', async () => {
    const before = readFileSync(join(project, 'packages/contract/src/api.ts'), 'utf8')
    const { ok, output } = await create('resource', 'user-badge', '--area=users')
    expect([ok, output]).toEqual([
      false,
      'Expected packages/contract/src/user-badges.ts not to be there yet, but it is. Choose another name.\n',
    ])
    expect(readFileSync(join(project, 'packages/contract/src/api.ts'), 'utf8')).toBe(before)
  })
})
