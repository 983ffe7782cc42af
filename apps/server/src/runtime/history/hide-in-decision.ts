import type { EvaluatedDecision } from '@millrace/dmn'

/**
 * Returns an evaluation without the values of inputs and outputs that are restricted variables. An input is restricted if
 * its expression mentions one.
 *
 * @param isHidden tells whether the reader does not see a variable.
 */
export function hideInDecision(decision: EvaluatedDecision, isHidden: (name: string) => boolean): EvaluatedDecision {
  const mentions = (text: string) => mentionedIn(text).some(isHidden)
  return {
    ...decision,
    inputs: decision.inputs.map((input) =>
      mentions(input.name) || mentions(input.expression ?? '') ? { ...input, value: null } : input,
    ),
    rules: decision.rules.map((rule) => ({
      ...rule,
      outputs: rule.outputs.map((output) =>
        isHidden(output.variableName) || mentions(output.name) ? { ...output, value: null } : output,
      ),
    })),
    result: hideIn(decision.result, isHidden),
  }
}

/** The texts that may be the name of a variable in an expression: `salary`, and both parts of `person.salary`. */
function mentionedIn(text: string): string[] {
  return [text, ...text.split(/[^\p{L}\p{N}_.-]+/u), ...text.split(/[^\p{L}\p{N}_]+/u)]
}

function hideIn(value: unknown, isHidden: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => hideIn(one, isHidden))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isHidden(name) ? null : hideIn(one, isHidden)]),
  )
}
