import {
  Filling,
  type FormContext,
  type JsonValues,
  type NodeInstance,
  openValues,
  type RuntimeDocument,
} from '@millrace/forms'

/** Sample data for the preview of a form: values of its fields, and other process variables. */
export interface Sample {
  readonly values: JsonValues
  readonly variables: Readonly<Record<string, unknown>>
}

/** Reads sample data: a JSON object. An empty text is an empty object; null for anything else. */
export function readSample(text: string, form: RuntimeDocument): Sample | null {
  const given = parse(text.trim() === '' ? '{}' : text)
  if (given === null) return null
  const keys = new Set(form.data.map(({ key }) => key))
  const entries = Object.entries(given)
  return {
    values: Object.fromEntries(entries.filter(([name]) => keys.has(name))),
    variables: Object.fromEntries(entries.filter(([name]) => !keys.has(name))),
  }
}

/** Returns the initial values of a form: those of the sample, and defaults for the other fields. */
export function openSample(form: RuntimeDocument, sample: Sample, context: FormContext): JsonValues {
  return { ...openValues(form, {}, context), ...sample.values }
}

/** The result of one rule of a form. */
export interface RuleOutcome {
  readonly node: string
  readonly property: string
  /** In rows of lists: one for each row. */
  readonly outcomes: readonly unknown[]
}

/**
 * Evaluates all rules for a sample.
 * @throws the error of an evaluation.
 */
export function tryRules(
  form: RuntimeDocument,
  sample: Sample,
  context: Omit<FormContext, 'variables'>,
): RuleOutcome[] {
  const full: FormContext = { ...context, variables: sample.variables }
  const filling = new Filling({ form, values: openSample(form, sample, full), context: full })
  const instances = filling.listInstances()
  return [...context.expressions.rules.keys()].map((at) => {
    const node = at.slice(0, at.indexOf('.'))
    const property = at.slice(at.indexOf('.') + 1)
    const own = instances.filter(({ planned }) => planned.id === node)
    return { node, property, outcomes: own.map((instance) => outcomeOf(instance, property)) }
  })
}

function outcomeOf({ state, value }: NodeInstance, property: string): unknown {
  switch (property) {
    case 'visible':
    case 'enabled':
    case 'required':
    case 'readOnly':
      return state[property]
    case 'check':
      return state.passes
    default:
      return typeof value === 'bigint' ? value.toString() : value
  }
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const given: unknown = JSON.parse(text)
    return typeof given === 'object' && given !== null && !Array.isArray(given)
      ? (given as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
