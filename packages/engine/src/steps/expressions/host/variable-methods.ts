import { fromPlain } from '../../../state/value.ts'
import type { Step } from '../../../step.ts'
import {
  findLocalVariable,
  findVariable,
  listVisible,
  type Place,
  plainValue,
  readVariable,
  removeLocalVariable,
  removeVariable,
  setLocalVariable,
  setVariable,
  variablesOf,
} from '../../variables/variables.ts'

/** Returns the methods of `execution` and `task` for variables. */
export function variableMethods(step: Step, place: Place): Record<string, (...args: unknown[]) => unknown> {
  const local = (name: unknown) => findLocalVariable(step, place.scopeId, String(name))
  return {
    getVariable: (name) => readVariable(step, place.scopeId, String(name)) ?? null,
    getVariableLocal: (name) => {
      const variable = local(name)
      return variable === undefined ? null : plainValue(step, variable)
    },
    hasVariable: (name) => findVariable(step, place.scopeId, String(name)) !== undefined,
    hasVariableLocal: (name) => local(name) !== undefined,
    hasVariables: () => listVisible(step, place.scopeId).size > 0,
    hasVariablesLocal: () => step.state.variables.ownedBy(place.scopeId).length > 0,
    getVariableNamesLocal: () => step.state.variables.ownedBy(place.scopeId).map(({ name }) => name),
    setVariable: (name, value) => setVariable(step, place, String(name), fromPlain(value)),
    setVariableLocal: (name, value) => setLocalVariable(step, place, place.scopeId, String(name), fromPlain(value)),
    setVariables: (values) => {
      for (const { name, value } of variablesOf(values)) setVariable(step, place, name, value)
    },
    setVariablesLocal: (values) => {
      for (const { name, value } of variablesOf(values)) setLocalVariable(step, place, place.scopeId, name, value)
    },
    setTransientVariable: (name, value) => {
      const typed = fromPlain(value)
      setLocalVariable(step, place, place.scopeId, String(name), { ...typed, info: { ...typed.info, transient: true } })
    },
    removeVariable: (name) => removeVariable(step, place, String(name)),
    removeVariableLocal: (name) => removeLocalVariable(step, place, place.scopeId, String(name)),
    getTransientVariable: (name) => readVariable(step, place.scopeId, String(name)) ?? null,
    removeTransientVariable: (name) => removeVariable(step, place, String(name)),
    removeVariables: (names) => {
      for (const name of namesOf(names) ?? [...listVisible(step, place.scopeId).keys()])
        removeVariable(step, place, name)
    },
    removeVariablesLocal: (names) => {
      const all = () => step.state.variables.ownedBy(place.scopeId).map(({ name }) => name)
      for (const name of namesOf(names) ?? all()) removeLocalVariable(step, place, place.scopeId, name)
    },
  }
}

/** Undefined: all of them are meant. */
function namesOf(names: unknown): string[] | undefined {
  if (names === undefined) return undefined
  return Array.isArray(names) ? names.map(String) : []
}

export function plainVariables(step: Step, place: Place): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null)
  for (const [name, variable] of listVisible(step, place.scopeId)) values[name] = plainValue(step, variable)
  return values
}

export function plainLocalVariables(step: Step, place: Place): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null)
  for (const variable of step.state.variables.ownedBy(place.scopeId)) values[variable.name] = plainValue(step, variable)
  return values
}
