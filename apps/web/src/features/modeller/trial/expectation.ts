import type { TrialExpectation, TrialState, TrialVariable } from '@millrace/contract'

const types = ['String', 'Integer', 'Long', 'Double', 'Boolean', 'Date', 'Json', 'Null'] as const
const longest = 100_000

/**
 * Returns everything that can be expected of a trial in this state: its path, its end, and the variables of the
 * process.
 */
export function expectationOf({ path, status, variables }: TrialState): TrialExpectation {
  return {
    path: path.flatMap(({ process, element }) => (process === null ? [element] : [])),
    status: status === 'new' ? null : status,
    variables: variables.flatMap(({ name, type, value, element }): TrialVariable[] => {
      const known = types.find((one) => one === type)
      const isShort = typeof value !== 'string' || value.length <= longest
      return element !== null || known === undefined || !isShort ? [] : [{ name, type: known, value }]
    }),
  }
}

/** The parts of a result that a test case expects; other parts can differ. */
export interface ExpectationParts {
  readonly path: boolean
  readonly status: boolean
  readonly names: ReadonlySet<string>
}

export function narrow({ path, status, variables }: TrialExpectation, parts: ExpectationParts): TrialExpectation {
  return {
    path: parts.path ? path : null,
    status: parts.status ? status : null,
    variables: variables.filter(({ name }) => parts.names.has(name)).slice(0, 200),
  }
}
