import { presentValue, unlimited } from '@millrace/expressions'
import type { Engine } from './engine.ts'
import { isAsExpected } from './is-as-expected.ts'
import type { TestFile } from './read-tests.ts'

export interface NodeOutcome {
  readonly testCase: string
  readonly name: string
  /** Null: passed. */
  readonly failure: string | null
}

/** Evaluates every result node by the engine. An exception fails the node. */
export function runTests(files: readonly TestFile[], engine: Engine): NodeOutcome[] {
  return files.flatMap((file) => {
    const answer = engine(file)
    return file.cases.flatMap((testCase) =>
      testCase.results.map(({ name, expected }) => {
        try {
          const { value, reason } = answer(testCase, name)
          const failure = isAsExpected(value, expected)
            ? null
            : `expected ${presentValue(expected, unlimited)}, but got ${presentValue(value, unlimited)}${reason ? ` (${reason})` : ''}`
          return { testCase: testCase.id, name, failure }
        } catch (error) {
          return { testCase: testCase.id, name, failure: String(error instanceof Error ? error.stack : error) }
        }
      }),
    )
  })
}
