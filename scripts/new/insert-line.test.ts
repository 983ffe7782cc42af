import { expect, it } from 'vitest'
import { insertByPath, insertImport, insertLine } from './insert-line.ts'

const source = `import { a } from './a.ts'
import {
  b,
} from './b.ts'

const list = {
  a,
  b,
} as const
`

it('puts a line at the end of a list', () => {
  expect(insertLine(source, { line: '  c,', between: ['const list', '} as const'] })).toContain(
    '  b,\n  c,\n} as const',
  )
})

it('says which list it misses', () => {
  expect(() => insertLine(source, { line: '  c,', between: ['const other', '}'] })).toThrow(
    'Expected a list from “const other” to “}”, but the file has none.',
  )
})

it('puts an import behind the others', () => {
  expect(insertImport(source, `import { c } from './c.ts'`)).toContain("} from './b.ts'\nimport { c } from './c.ts'\n")
  expect(insertImport('const x = 1\n', `import { c } from './c.ts'`)).toBe("import { c } from './c.ts'\nconst x = 1\n")
})

it('puts an export where its path belongs, and leaves the other lines', () => {
  const exports = "export * from './b.ts'\nexport type * from './c/d.ts'\nexport * from './c-e.ts'\n"
  const added = (path: string) =>
    insertByPath(exports, `export * from '${path}'`).split('\n').indexOf(`export * from '${path}'`)
  expect(['./a.ts', './b-a.ts', './c/a.ts', './c/e.ts', './c-a.ts', './d.ts'].map(added)).toEqual([0, 1, 1, 2, 2, 3])
  expect(insertByPath('// Calls.\nexport { b } from "./b"\n', "export { a } from './a.ts'")).toBe(
    '// Calls.\nexport { b } from "./b"\nexport { a } from \'./a.ts\'\n',
  )
})
