import { indexModel } from '@millrace/bpmn'
import type { PlainVariable } from '../outcome.ts'
import type { ShownTask, TrialFailure, TrialResult, TrialToken, TrialVariable, TrialWaiting } from './result.ts'
import { definitionOf, isSamePlace, keyOf, listAll, type Trial, trialRootId } from './trial.ts'
import { maxWaiting, presentPlaced } from './waiting.ts'

/** Variables that are shown. */
const maxVariables = 1_000

/** The order of waiting steps: those of users first, then external ones. */
const order: readonly TrialWaiting['kind'][] = ['task', 'work', 'request', 'message', 'signal', 'timer', 'condition']

/** Presents the result of a trial for the user who tries. */
export function presentTrial(trial: Trial, failure: TrialFailure | null): TrialResult {
  const { status, now, path, sent, state } = trial
  return {
    clock: now.toISOString(),
    status,
    failure,
    waiting: listAll(trial)
      .map((placed) => presentPlaced(placed, (id) => definitionOf(trial, id)))
      .filter((one) => one !== null)
      .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
      .slice(0, maxWaiting),
    incidents: state.incidents
      .all()
      .slice(0, maxWaiting)
      .map(({ instanceId, elementId, message }) => ({
        process: keyOf(trial, instanceId),
        element: elementId ?? '',
        message,
      })),
    path: path.visits(),
    passed: path.passed(),
    tokens: listTokens(trial),
    variables: listVariables(trial),
    sent,
    shown: showTask(trial),
  }
}

function listTokens(trial: Trial): TrialToken[] {
  const counts = new Map<string, TrialToken>()
  for (const { instanceId, elementId: element, state, loop } of trial.state.elements.all()) {
    if (state === 'compensable' || loop === 'body') continue
    const process = keyOf(trial, instanceId)
    const key = `${process} ${element}`
    counts.set(key, { process, element, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()]
}

function listVariables({ state, kept }: Trial): TrialVariable[] {
  const own = [...kept.values()].map(({ name, value }) => ({ name, value, element: null }))
  const inner = state.variables
    .all()
    .filter(({ scopeId }) => scopeId !== trialRootId)
    .map(({ name, value, scopeId }) => {
      const task = state.tasks.get(scopeId)
      const element = state.elements.get(task?.elementInstanceId ?? scopeId)
      return { name, value, element: element?.elementId ?? state.instances.get(scopeId)?.definitionId ?? '' }
    })
  return [...own, ...inner]
    .flatMap(({ value, ...rest }) => (value === null ? [] : [{ ...rest, value }]))
    .slice(0, maxVariables)
}

/** The task that was asked for, else the first; before the start, the start. */
function showTask(trial: Trial): ShownTask | null {
  if (trial.status === 'new') return showStart(trial)
  const tasks = listAll(trial).flatMap(({ place, found }) => (found.kind === 'task' ? [{ place, row: found.row }] : []))
  const { show } = trial.input
  const task = (show === null ? undefined : tasks.find(({ place }) => isSamePlace(place, show))) ?? tasks[0]
  const definition = task === undefined ? null : definitionOf(trial, task.row.instanceId)
  if (task === undefined || definition === null) return null
  const { id, elementInstanceId, formKey } = task.row
  return { place: task.place, definition, formKey, variables: listVisible(trial, [id, elementInstanceId]) }
}

function showStart({ input: { definition, show } }: Trial): ShownTask | null {
  const starts = indexModel(definition.model)
    .listChildren(definition.model.id)
    .filter((element) => element.type === 'startEvent')
  const start =
    starts.find(({ id }) => id === show?.element) ??
    starts.find((one) => 'definitions' in one && one.definitions.length === 0) ??
    starts[0]
  if (start === undefined) return null
  const key = 'form' in start ? (start.form?.key?.text ?? null) : null
  return { place: { element: start.id, index: 0, process: null }, definition, formKey: key, variables: [] }
}

function listVisible({ state }: Trial, scopes: readonly string[]): PlainVariable[] {
  const seen = new Map<string, PlainVariable>()
  const see = (scopeId: string) => {
    for (const { name, value } of state.variables.ownedBy(scopeId))
      if (value !== null && !seen.has(name)) seen.set(name, { name, value })
  }
  for (const scope of scopes) see(scope)
  let around = state.elements.get(scopes.at(-1) ?? '')?.parentId
  while (around !== undefined) {
    see(around)
    around = state.elements.get(around)?.parentId
  }
  return [...seen.values()]
}
