import { createRootScope } from './compile/root-scope.ts'
import { parseScoped } from './program.ts'

/** Returns whether a whole expression asks whether a value is in something: `x in [1..3]`, with or without parentheses. */
export function isInTest(source: string): boolean {
  const parsed = parseScoped(source, createRootScope({ findType: () => undefined }))
  return parsed.ok && parsed.tree.kind === 'in'
}
