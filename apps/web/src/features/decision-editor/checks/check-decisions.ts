import {
  analyseTables,
  checkDmn,
  type Decision,
  type DecisionInput,
  type DmnModel,
  type DmnPlace,
  findPlace,
  listDecisionInputs,
  listDoubts,
  parseDmn,
  type TableFinding,
} from '@millrace/dmn'
import { compileForeign } from './compile-foreign.ts'

export interface DecisionProblem {
  /** An error keeps the file from being deployed. */
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly elementId: string | null
  /** Null: it is about the file as a whole. */
  readonly place: DmnPlace | null
  /** For an overlap, a gap or a hidden rule: its rules and values, and how to repair it. */
  readonly finding?: TableFinding
}

export interface DecisionOutput {
  /** The key in a result. */
  readonly name: string
  readonly label: string
  readonly typeRef: string | null
}

export interface CheckedDecision {
  readonly id: string
  readonly name: string
  readonly inputs: readonly DecisionInput[]
  readonly outputs: readonly DecisionOutput[]
  /** Ids of the rules of its table, in their order; empty without a table. */
  readonly rules: readonly (string | null)[]
}

export interface DecisionsCheck {
  readonly problems: readonly DecisionProblem[]
  /** None when the file cannot be read. */
  readonly decisions: readonly CheckedDecision[]
}

/** Checks a DMN file: errors that would prevent its deployment, warnings, and the inputs of each decision. */
export function checkDecisions(xml: string): DecisionsCheck {
  const parsed = parseDmn(xml)
  if (!parsed.ok) {
    const problems = parsed.problems.map(({ message, elementId }) => ({
      severity: 'error' as const,
      message,
      elementId,
      place: null,
    }))
    return { problems, decisions: [] }
  }
  const { model } = parsed
  const present =
    (severity: DecisionProblem['severity']) =>
    (found: { message: string; elementId: string | null; isWarning?: boolean }) => ({
      severity: found.isWarning === true ? ('warning' as const) : severity,
      message: found.message,
      elementId: found.elementId,
      place: findPlace(model, found.elementId),
    })
  const errors = checkDmn(model, { mode: 'camunda', isAlone: true, compileForeign }).map(present('error'))
  const findings = analyseTables(model).map((finding) => ({ ...present('warning')(finding), finding }))
  const problems = [...errors, ...listDoubts(model).map(present('warning')), ...findings]
  return { problems, decisions: model.decisions.map((decision) => describe(model, decision)) }
}

function describe(model: DmnModel, { id, name, variable, logic }: Decision): CheckedDecision {
  const outputs =
    logic?.kind === 'table'
      ? logic.outputs.map((output) => ({
          name: output.name ?? '',
          label: output.label || output.name || name,
          typeRef: output.typeRef,
        }))
      : [{ name: variable.name, label: variable.name, typeRef: variable.typeRef }]
  const rules = logic?.kind === 'table' ? logic.rules.map((rule) => rule.id) : []
  return { id, name, inputs: listDecisionInputs(model, id), outputs, rules }
}
