import type { TrialExpectation, TrialStep, TrialVariable } from '@millrace/contract'
import type {
  TrialExpectation as EngineExpectation,
  TrialStep as EngineStep,
  PlainVariable,
  TypedValue,
} from '@millrace/engine'

/**
 * Converts the variables of a trial step to variables of the engine. A value that does not fit its type is left out.
 */
export function toVariables(variables: readonly TrialVariable[]): PlainVariable[] {
  return variables.map(({ name, type, value }) => ({
    name,
    value: { type, value: readValue(type, value), info: null },
  }))
}

export function toEngineStep(step: TrialStep): EngineStep {
  return 'variables' in step ? { ...step, variables: toVariables(step.variables) } : step
}

export function toEngineExpectation({ variables, ...expected }: TrialExpectation): EngineExpectation {
  return { ...expected, variables: toVariables(variables) }
}

/** Presents a value in a trial. Bytes are described, not shown. */
export function presentValue({ type, value }: TypedValue): { type: string; value: string | number | boolean | null } {
  if (typeof value === 'bigint') return { type, value: value.toString() }
  return { type, value: value instanceof Uint8Array ? null : value }
}

/** Converts the values of a form into variables of a trial step. Files are left out, because trials have none. */
export function toTrialVariables(variables: readonly PlainVariable[]): TrialVariable[] {
  return variables.flatMap(({ name, value }) => {
    const { type, value: plain } = presentValue(value)
    const known = types.find((one) => one === (type === 'Object' ? 'Json' : type === 'Short' ? 'Integer' : type))
    return known === undefined ? [] : [{ name, type: known, value: plain }]
  })
}

const types = ['String', 'Integer', 'Long', 'Double', 'Boolean', 'Date', 'Json', 'Null'] as const

function readValue(type: TrialVariable['type'], value: TrialVariable['value']): TypedValue['value'] {
  switch (type) {
    case 'Integer':
    case 'Double':
      return typeof value === 'number' ? value : null
    case 'Long':
      return typeof value === 'string' ? (/^-?\d{1,19}$/.test(value) ? BigInt(value) : null) : numberOrNull(value)
    case 'Boolean':
      return typeof value === 'boolean' ? value : null
    case 'Date':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : null
    case 'Json':
      return typeof value === 'string' && isJson(value) ? value : null
    case 'Null':
      return null
    default:
      return value === null ? null : String(value)
  }
}

function numberOrNull(value: TrialVariable['value']): number | null {
  return typeof value === 'number' && Number.isInteger(value) ? value : null
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
