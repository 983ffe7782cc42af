import { createContext, type FeelValue, isContext, isList, isNumber, toDouble } from '@millrace/expressions'
import type { TestFile } from './read-tests.ts'

/** Changes every expected value of the tests, so that a correct run passes none. */
export function corrupt(files: readonly TestFile[]): TestFile[] {
  return files.map((file) => ({
    ...file,
    cases: file.cases.map((testCase) => ({
      ...testCase,
      results: testCase.results.map((node) => ({ ...node, expected: change(node.expected) })),
    })),
  }))
}

function change(value: FeelValue): FeelValue {
  if (isNumber(value)) return toDouble(value) + Math.max(1, Math.abs(toDouble(value)))
  if (typeof value === 'string') return `${value} (changed)`
  if (typeof value === 'boolean') return !value
  if (isList(value)) return [...value, 'changed']
  if (isContext(value)) return createContext([...Object.entries(value), ['changed', true]])
  return 'changed'
}
