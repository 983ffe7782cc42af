import type { ExpressionProblem } from '../expression.ts'
import { expressionBudgets } from '../meter.ts'
import { limitsWithin } from './limits.ts'
import { giveBackSandbox, replaceSandbox, takeSandbox } from './load-script-engine.ts'
import { isBreakdown } from './sandbox.ts'
import { findPosition, readSandboxError } from './script-failure.ts'

/** Deepest nesting of brackets in a script: the parser recurses, and its stack is the host's. */
const maximumNesting = 200
const maximumLength = 1_000_000

/** Finds syntax errors of a script. The grammar is only checked when the script engine is loaded. */
export function checkSyntax(source: string): ExpressionProblem[] {
  if (source.length > maximumLength) {
    const message = `Expected a script of at most ${maximumLength} characters, but it has ${source.length}.`
    return [{ message, from: maximumLength, to: source.length }]
  }
  const nul = source.indexOf('\0')
  if (nul >= 0) return [{ message: 'Expected text, but the script has a NUL character.', from: nul, to: nul + 1 }]
  const deep = findDeepNesting(source)
  if (deep !== undefined) {
    return [
      {
        message: `Expected at most ${maximumNesting} levels of brackets, but there are more.`,
        from: deep,
        to: deep + 1,
      },
    ]
  }
  return parse(source)
}

/**
 * Returns the position at which brackets nest too deep, also inside of strings: no script of a person comes near the
 * limit.
 */
function findDeepNesting(source: string): number | undefined {
  let depth = 0
  for (const { 0: bracket, index } of source.matchAll(/[([{}\])]/g)) {
    if ('([{'.includes(bracket)) depth += 1
    else if (depth > 0) depth -= 1
    if (depth > maximumNesting) return index
  }
  return undefined
}

function parse(source: string): ExpressionProblem[] {
  const sandbox = takeSandbox()
  if (sandbox === undefined) return []
  let isBroken = false
  try {
    return sandbox.run(
      () => '',
      limitsWithin(expressionBudgets),
      ({ context }) => {
        const { error } = context.evalCode(source, 'script', { type: 'global', compileOnly: true })
        if (error === undefined) return []
        const { message, stack } = readSandboxError(context, error)
        const from = findPosition(source, stack) ?? 0
        return [{ message: `Expected JavaScript, but ${message}.`, from, to: Math.min(from + 1, source.length) }]
      },
    )
  } catch (error) {
    if (!isBreakdown(error)) throw error
    isBroken = true
    return [
      {
        message: 'Expected JavaScript that nests less deep, but parsing it overflowed the stack.',
        from: 0,
        to: source.length,
      },
    ]
  } finally {
    if (isBroken) replaceSandbox()
    else giveBackSandbox(sandbox)
  }
}
