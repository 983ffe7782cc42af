import { describe, expect, it } from 'vitest'
import { findWritingProblems } from './check-writing.ts'
import { longLabels } from './writing/long-labels.ts'
import { phrases } from './writing/phrases.ts'

const catalogue = 'packages/contract/src/messages/tasks.ts'
const check = (path: string, text: string) => findWritingProblems([{ path, text }])

it('finds no text of the project that breaks the style guide, in less than three seconds of work', () => {
  const before = process.cpuUsage()
  expect(findWritingProblems()).toEqual([])
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000_000).toBeLessThan(3)
})

describe('findWritingProblems', () => {
  it.each([
    ['he', "forWhom: 'What holds for him.'"],
    ['email', "email: 'Enter an E-mail address.'"],
    ['undo', "undo: 'Take back'"],
    ['fix', "problems: 'Put them right, then save.'"],
    ['is called so', "none: 'No element is called so.'"],
    ['long sentence', `long: '${'word '.repeat(36)}end.'`],
    ['long label', "title: 'Something that needs far more space than labels get'"],
    ['long label of a template', 'title: `Something that needs far more space than labels get`'],
  ])('finds in a message: %s', (_, text) => {
    expect(check(catalogue, `/** Texts of tasks. */\nexport const tasks = {\n  ${text},\n}\n`)).toEqual([
      expect.stringMatching(/^packages\/contract\/src\/messages\/tasks\.ts:3: Expected .+, but .+\.$/),
    ])
  })

  it('finds a phrase in a doc comment, with its line', () => {
    expect(check('apps/server/src/a.ts', '/**\n * Reads a row.\n * It is worked out anew.\n */\nconst a = 1')).toEqual([
      'apps/server/src/a.ts:3: Expected “calculated” or another term of docs/writing.md, but found “worked out”.',
      'apps/server/src/a.ts:3: Expected “again” or another term of docs/writing.md, but found “anew”.',
    ])
  })

  it('finds a phrase in the guide, with its line', () => {
    expect(check('docs/guide/tasks.md', '# Tasks\n\nA user keeps his tasks.\n')).toEqual([
      expect.stringContaining('docs/guide/tasks.md:3: Expected “they, their, them”'),
    ])
  })

  it('finds a doc comment about a parameter that does not exist', () => {
    const text = '/** Reads rows. */\n/**\n * Adds.\n * @param told the user.\n * @param options.by the user.\n */\n'
    expect(check('apps/server/src/a.ts', `${text}function add(user: string, { by }: Options) {}\n`)).toEqual([
      'apps/server/src/a.ts:4: Expected a parameter of the declaration below, but found “@param told”.',
    ])
  })

  it.each([
    [catalogue, "export const tasks = { undo: 'Undo', he: 'Those {{started}} for {{his}}' }"],
    [catalogue, "import { his } from './deeds.ts'\nexport const tasks = {}"],
    [catalogue, "export const tasks = { failed: 'The version of the process could not be loaded' }"],
    [catalogue, "export const tasks = { copy: 'Copy, cut, paste (also into another process)' }"],
    [catalogue, `export const tasks = { long: '${'word '.repeat(30)}end. ${'word '.repeat(30)}end.' }`],
    [catalogue, "// He is called so.\nexport const tasks = { title: 'Tasks' }"],
    ['apps/server/src/a.ts', "/** Reads `his deed` as `anew`. */\nconst he = 'his deed'"],
    ['apps/server/src/a.ts', '/** @param options.lock for changes. */\nfunction find(options: Options) {}'],
    ['docs/guide/tasks.md', 'Write `he` in code:\n\n```\nhis deed\n```\n\nYour substitute stands in for you.\n'],
  ])('accepts in %s: %s', (path, text) => {
    expect(check(path, text)).toEqual([])
  })

  it.each([...longLabels])('accepts the label of the specification: %s', (label) => {
    expect(label.length).toBeGreaterThan(40)
    expect(check(catalogue, `export const tasks = { title: ${JSON.stringify(label)} }`)).toEqual([])
  })

  it('takes time in step with the length of a text', () => {
    // Of this process only, and the best of three: other tests run beside it.
    const timeOf = (length: number) => {
      const text = `/** ${'stands be set worked `a '.repeat(length)}*/\nconst a = 'x'`
      const times = [1, 2, 3].map(() => {
        const before = process.cpuUsage()
        check('apps/server/src/a.ts', text)
        return process.cpuUsage(before).user / 1000
      })
      return Math.min(...times)
    }
    timeOf(10_000)
    expect(timeOf(80_000)).toBeLessThan(24 * Math.max(5, timeOf(10_000)))
  })

  it('every phrase is lower case and searched everywhere', () => {
    for (const { pattern, instead } of phrases) {
      expect(pattern.flags).toBe('g')
      expect(pattern.source).toBe(pattern.source.replaceAll(/(?<!\\)[A-Z]/g, ''))
      expect(instead).not.toBe('')
    }
  })
})
