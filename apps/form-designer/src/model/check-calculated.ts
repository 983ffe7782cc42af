import { type DesignFault, Filling, type FormContext, presentProblem, type RuntimeDocument } from '@millrace/forms'
import { openSample, type Sample } from './sample.ts'

/** A rule of a calculated field that its value breaks with the sample data. */
export interface CalculatedFinding {
  readonly node: string
  /** The message for somebody who had typed that value. */
  readonly message: string
}

/**
 * Finds calculated fields whose values break rules of the field, such as its maximum length. Users who fill in the form
 * cannot fix that, so it does not prevent them from submitting. Without sample data, missing values are no findings.
 */
export function checkCalculated(
  form: RuntimeDocument,
  sample: Sample,
  context: Omit<FormContext, 'variables'>,
): CalculatedFinding[] {
  const full: FormContext = { ...context, variables: sample.variables }
  const filling = new Filling({ form, values: openSample(form, sample, full), context: full })
  const isBlank = Object.keys(sample.values).length + Object.keys(sample.variables).length === 0
  const findings = new Map<string, CalculatedFinding>()
  for (const fault of filling.listDesignProblems()) {
    if (isBlank && isMissing(fault)) continue
    const finding = { node: fault.node, message: presentProblem(fault) }
    // The rows of a list say the same many times.
    findings.set(`${fault.node} ${fault.code}`, findings.get(`${fault.node} ${fault.code}`) ?? finding)
  }
  return [...findings.values()]
}

function isMissing({ code }: DesignFault): boolean {
  return code.endsWith('.required')
}
