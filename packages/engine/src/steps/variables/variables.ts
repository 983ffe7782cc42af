import { checkDepth } from '@millrace/expressions'
import { exceed } from '../../fail-budget.ts'
import { NeedsMore, type PlainVariable } from '../../outcome.ts'
import { sizeOfVariable, variableKey } from '../../state/instance-state.ts'
import type { Variable } from '../../state/rows.ts'
import { depthOfJson, fromPlain, isJson, sizeOfValue, type TypedValue, toPlain } from '../../state/value.ts'
import { emit, getElementInstance, type Step } from '../../step.ts'

/** The scope of an expression or a write: a task, an element instance or a process instance. */
export interface Place {
  readonly scopeId: string
  readonly instanceId: string
  /** The element instance, for history and for `execution`. */
  readonly elementInstanceId: string | null
}

/** Yields a scope and its enclosing scopes, innermost first, up to the process instance. */
export function* scopesAround(step: Step, scopeId: string): Generator<string> {
  let id = scopeId
  step.meter.charge(1)
  const task = step.state.tasks.get(id)
  if (task !== undefined) {
    yield id
    id = task.elementInstanceId
  }
  while (step.state.instances.get(id) === undefined) {
    yield id
    step.meter.charge(1)
    id = getElementInstance(step, id).parentId
  }
  yield id
}

export function findVariable(step: Step, scopeId: string, name: string): Variable | undefined {
  for (const id of scopesAround(step, scopeId)) {
    const variable = findLocalVariable(step, id, name)
    if (variable !== undefined) return variable
  }
  return undefined
}

export function findLocalVariable(step: Step, scopeId: string, name: string): Variable | undefined {
  return step.state.variables.inGroup(variableKey(scopeId, name))[0]
}

/** Returns the value of a variable for expressions; undefined when no variable of this name is visible. */
export function readVariable(step: Step, scopeId: string, name: string): unknown {
  const variable = findVariable(step, scopeId, name)
  return variable === undefined ? undefined : plainValue(step, variable)
}

/** Returns the value of a variable for expressions. Lists and objects are parsed from their text. */
export function plainValue(step: Step, variable: Variable): unknown {
  const typed = loadedValue(variable)
  if (isJson(typed)) chargeJson(step, typed.value)
  return toPlain(typed)
}

export function loadedValue(variable: Variable): TypedValue {
  if (variable.value === null) throw new NeedsMore({ kind: 'variable', id: variable.id })
  return variable.value
}

/** Lists the variables that are visible from a scope, by name; the innermost of each name. */
export function listVisible(step: Step, scopeId: string): Map<string, Variable> {
  const visible = new Map<string, Variable>()
  for (const id of scopesAround(step, scopeId)) {
    const own = step.state.variables.ownedBy(id)
    step.meter.charge(own.length)
    for (const variable of own) if (!visible.has(variable.name)) visible.set(variable.name, variable)
  }
  return visible
}

/** Sets a variable where it exists, or in the process instance when it is new. */
export function setVariable(step: Step, place: Place, name: string, value: TypedValue): void {
  const old = findVariable(step, place.scopeId, name)
  if (old !== undefined) update(step, old, value, place)
  else insert(step, place, place.instanceId, name, value)
}

export function setLocalVariable(step: Step, place: Place, scopeId: string, name: string, value: TypedValue): void {
  const old = findLocalVariable(step, scopeId, name)
  if (old !== undefined) update(step, old, value, place)
  else insert(step, place, scopeId, name, value)
}

/** Sets a variable like `setVariable`, from the value of an expression. */
export function setPlain(step: Step, place: Place, name: string, value: unknown): void {
  setVariable(step, place, name, fromPlain(value))
}

export function removeVariable(step: Step, place: Place, name: string): void {
  const variable = findVariable(step, place.scopeId, name)
  if (variable !== undefined) remove(step, variable, place)
}

export function removeLocalVariable(step: Step, place: Place, scopeId: string, name: string): void {
  const variable = findLocalVariable(step, scopeId, name)
  if (variable !== undefined) remove(step, variable, place)
}

/** Converts the entries of an object into variables; an empty list for any other value. */
export function variablesOf(map: unknown): PlainVariable[] {
  if (typeof map !== 'object' || map === null || Array.isArray(map)) return []
  return Object.entries(map).map(([name, value]) => ({ name, value: fromPlain(value) }))
}

/** Deletes transient variables at the end of a run. */
export function dropTransient(step: Step): void {
  for (const id of step.transient) {
    const variable = step.state.variables.get(id)
    if (variable !== undefined) emit(step, { type: 'variableRemoved', variable, at: step.at, elementInstanceId: null })
  }
}

function insert(step: Step, place: Place, scopeId: string, name: string, value: TypedValue): void {
  const { instanceId, elementInstanceId } = place
  if (step.state.variables.size >= step.budgets.variables)
    exceed(
      step,
      'variables',
      `${step.state.variables.size + 1}, “${name}” among them`,
      step.lastEntered ?? { instanceId },
    )
  checkWritten(step, value, { name, instanceId })
  const variable: Variable = { id: step.newId(), instanceId, scopeId, name, value, revision: 0, createdAt: step.at }
  if (value.info?.transient === true) step.transient.add(variable.id)
  emit(step, { type: 'variableSet', variable, isNew: true, at: step.at, elementInstanceId })
  step.variableChanges.push({ scopeId, instanceId, name, change: 'create' })
}

function update(step: Step, old: Variable, value: TypedValue, place: Place): void {
  checkWritten(step, value, old, old)
  const variable: Variable = { ...old, value, revision: old.revision + 1 }
  emit(step, { type: 'variableSet', variable, isNew: false, at: step.at, elementInstanceId: place.elementInstanceId })
  step.variableChanges.push({ scopeId: old.scopeId, instanceId: old.instanceId, name: old.name, change: 'update' })
}

function remove(step: Step, variable: Variable, place: Place): void {
  emit(step, { type: 'variableRemoved', variable, at: step.at, elementInstanceId: place.elementInstanceId })
  const { scopeId, instanceId, name } = variable
  step.variableChanges.push({ scopeId, instanceId, name, change: 'delete' })
}

/** What is written goes to the database and into history, and what an instance holds is loaded again. */
function checkWritten(
  step: Step,
  value: TypedValue,
  { name, instanceId }: Pick<Variable, 'name' | 'instanceId'>,
  old: Variable | null = null,
): void {
  const size = sizeOfValue(value)
  if (size === 0) return
  step.meter.charge(size >> 6)
  step.writtenSize += size
  const held = step.state.variables.sizeOfAll + size - (old === null ? 0 : sizeOfVariable(old))
  const most = Math.max(step.writtenSize, held)
  if (most > step.budgets.variableSize)
    exceed(step, 'variableSize', `${most} with “${name}”`, step.lastEntered ?? { instanceId })
}

/** Reading JSON takes about 10 ns for a character. What goes too deep for the stack is refused before. */
function chargeJson(step: Step, text: string): void {
  step.meter.charge(text.length >> 3)
  checkDepth(step, depthOfJson(text))
}
