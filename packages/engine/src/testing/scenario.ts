import { isDeepStrictEqual } from 'node:util'
import { createMeter } from '@millrace/expressions'
import { type Budgets, defaultBudgets } from '../budgets.ts'
import type { Command } from '../commands/command.ts'
import { changedRows } from '../commands/undo-change.ts'
import type { Sources } from '../definition.ts'
import type { Effect, Need, Outcome } from '../outcome.ts'
import { run } from '../run.ts'
import type { ChangedRows } from '../state/changed-rows.ts'
import type { Event } from '../state/events.ts'
import { type InstanceState, type LoadedRows, noRows } from '../state/instance-state.ts'
import type { Job } from '../state/rows.ts'
import { fromPlain, toPlain } from '../state/value.ts'
import type { RunContext } from '../step.ts'
import { createSources, type Definitions, readDefinitions } from './definitions.ts'
import { createMemory } from './in-memory.ts'
import { assertReplays, assertSound } from './invariants.ts'
import { runInParts } from './partial.ts'
import { rowsOf } from './rows.ts'
import { throughStorage } from './stored.ts'

/**
 * Runs one root instance in memory, for tests. After each command, the events are replayed on the previous rows, the
 * rows are checked, and the same command is carried out on rows that are loaded in parts. All results have to be equal.
 */
export interface Scenario {
  readonly definitions: Definitions
  readonly events: Event[]
  readonly effects: Effect[]
  /** What the last command asked for when it began with a part of the rows. */
  needs: readonly Need[]
  now: Date
  rows: LoadedRows
  /** What the last command changed, to be undone; null when it cannot be. */
  changed: ChangedRows | null
  /** Ids that were given. */
  serial: number
  start(variables?: Values, options?: StartOptions): Outcome
  do(command: Command): Outcome
  /** Completes the open task of this key; fails when there is none. */
  complete(taskKey: string, variables?: Values): Outcome
  /** Completes the external task of this topic. */
  completeExternal(topic: string, variables?: Values): Outcome
  /** Runs the jobs that wait for no time, until none is left. */
  runJobs(): void
  /** Fires the timer of an element, whatever its date. */
  fireTimer(elementId: string): Outcome
  /** Delivers a message or signal to the first subscription of that name. */
  trigger(name: string, variables?: Values): Outcome
  /** Sets variables of the process instance. */
  set(variables: Values): Outcome
  /** Keys of the open tasks, sorted. */
  tasks(): string[]
  /** Keys of everything that is open, sorted. */
  active(): string[]
  /** Elements that wait for a message, a signal, a condition or a timer, sorted. */
  waiting(): string[]
  /** The value of a variable, the outermost first; of what has gone, the last value. */
  variable(name: string): unknown
  isEnded(): boolean
  /** Keys of what was left, in order; cancelled ones with a `!` before. */
  history(): string[]
}

type Values = Readonly<Record<string, unknown>>

interface StartOptions {
  readonly key?: string
  readonly startElementId?: string
  readonly startDefinitionIndex?: number
  readonly businessKey?: string
}

export interface ScenarioOptions {
  readonly budgets?: Partial<Budgets>
  readonly userId?: string
  readonly zone?: string
  /** Look-ups beside the files. */
  readonly sources?: Partial<Sources>
  /** False: rows are never loaded in parts, for tests of cost. */
  readonly isPartial?: boolean
  /** Goes on from where another scenario was saved. */
  readonly saved?: Pick<Scenario, 'rows' | 'serial'>
}

const rootId = '00000000-0000-7000-8000-000000000000'

export function createScenario(files: string | readonly string[], options: ScenarioOptions = {}): Scenario {
  const definitions = readDefinitions(typeof files === 'string' ? [files] : files, {
    isDeployed: options.saved !== undefined,
  })
  const sources: Sources = { ...createSources(definitions), ...options.sources }
  const budgets = { ...defaultBudgets, ...options.budgets }
  const memory = createMemory()
  const scenario: Scenario = {
    definitions,
    events: [],
    effects: [],
    needs: [],
    changed: null,
    now: new Date('2026-03-02T10:00:00Z'),
    rows: options.saved?.rows ?? { rootId, ...noRows },
    serial: options.saved?.serial ?? 0,
    start: (variables = {}, { key, startElementId = null, startDefinitionIndex, businessKey = null } = {}) => {
      const definition = definitions.processes.find((one) => key === undefined || one.key === key)
      if (definition === undefined) throw new Error(`no process ${key}`)
      return scenario.do({
        type: 'startInstance',
        definition,
        instanceId: rootId,
        businessKey,
        variables: plainVariables(variables),
        startElementId,
        ...(startDefinitionIndex !== undefined && { startDefinitionIndex }),
        tenantId: null,
      })
    },
    do: (command) => {
      let used = scenario.serial
      const createContext = (): RunContext => {
        used = scenario.serial
        return {
          sources,
          now: scenario.now,
          newId: () => `00000000-0000-7000-8000-${String(++used).padStart(12, '0')}`,
          userId: options.userId ?? null,
          zone: options.zone ?? 'UTC',
          meter: createMeter(budgets.work, 'work'),
          isOnLoop: false,
          budgets,
        }
      }
      const outcome = run(scenario.rows, command, createContext())
      const usedByWhole = used
      const parts =
        options.isPartial === false ? null : assertSameInParts(scenario.rows, command, createContext, outcome)
      if (parts !== null) scenario.needs = parts.needs
      if (options.isPartial !== false) memory.assertSame(scenario.rows, command, createContext, outcome)
      if (outcome.kind !== 'done' || outcome.state === undefined) return outcome
      scenario.changed = changedRows(outcome.state)
      assertReplays(scenario.rows, outcome.events, outcome.state)
      scenario.rows = throughStorage(rowsOf(outcome.state))
      assertSound(scenario.rows)
      if (options.isPartial !== false) memory.keep(scenario.rows, outcome.state, parts?.state)
      scenario.serial = usedByWhole
      scenario.events.push(...outcome.events)
      scenario.effects.push(...outcome.effects)
      return outcome
    },
    complete: (taskKey, variables = {}) => {
      const task = scenario.rows.tasks.find((one) => one.taskKey === taskKey)
      if (task === undefined)
        throw new Error(`Expected an open task ${taskKey}, but there are ${scenario.tasks().join(', ') || 'none'}.`)
      return expectDone(scenario.do({ type: 'completeTask', taskId: task.id, variables: plainVariables(variables) }))
    },
    completeExternal: (topic, variables = {}) => {
      const task = getFirst(scenario.rows.externalTasks, (one) => one.topic === topic, `external task ${topic}`)
      const given = plainVariables(variables)
      return expectDone(
        scenario.do({ type: 'completeExternalTask', taskId: task.id, variables: given, localVariables: [] }),
      )
    },
    runJobs: () => {
      for (let job = nextJob(scenario); job !== undefined; job = nextJob(scenario))
        expectDone(scenario.do({ type: 'runJob', jobId: job.id }))
    },
    fireTimer: (elementId) => {
      const job = getFirst(
        scenario.rows.jobs,
        (one) => (one.kind === 'timer' || one.kind === 'timeout') && one.elementId === elementId,
        `timer of ${elementId}`,
      )
      return expectDone(scenario.do({ type: 'runJob', jobId: job.id }))
    },
    trigger: (name, variables = {}) => {
      const { id } = getFirst(scenario.rows.subscriptions, (one) => one.name === name, `subscription to ${name}`)
      const given = plainVariables(variables)
      return expectDone(scenario.do({ type: 'triggerSubscription', subscriptionId: id, variables: given }))
    },
    set: (variables) => {
      const place = { scopeId: rootId, instanceId: rootId, remove: [], isLocal: false }
      return expectDone(scenario.do({ type: 'setVariables', ...place, set: plainVariables(variables) }))
    },
    tasks: () => scenario.rows.tasks.map(({ taskKey }) => taskKey).sort(),
    active: () =>
      scenario.rows.elements
        .filter(({ state }) => state !== 'compensable')
        .map(({ elementId, loop }) => (loop === 'body' ? `${elementId}#body` : elementId))
        .sort(),
    waiting: () =>
      [
        ...scenario.rows.subscriptions.filter(({ kind }) => kind !== 'compensate'),
        ...scenario.rows.jobs.filter(({ kind }) => kind === 'timer' || kind === 'timeout'),
      ]
        .map(({ elementId }) => elementId)
        .sort(),
    variable: (name) => {
      const variable = scenario.rows.variables.find((one) => one.name === name)
      if (variable?.value) return toPlain(variable.value)
      const last = scenario.events.findLast((event) => event.type === 'variableSet' && event.variable.name === name)
      return last?.type === 'variableSet' && last.variable.value !== null ? toPlain(last.variable.value) : undefined
    },
    isEnded: () => scenario.rows.instances.every(({ id }) => id !== rootId),
    history: () =>
      scenario.events.flatMap((event) => {
        if (event.type !== 'elementLeft' && event.type !== 'elementKept') return []
        const { state, loop, elementId } = event.element
        if (state !== 'active' || loop === 'body') return []
        return [event.type === 'elementLeft' && event.isCancelled ? `!${elementId}` : elementId]
      }),
  }
  return scenario
}

export function expectDone(outcome: Outcome): Outcome {
  if (outcome.kind === 'done') return outcome
  throw new Error(`Expected the command to be carried out, but: ${JSON.stringify(outcome)}`)
}

export function plainVariables(values: Values) {
  return Object.entries(values).map(([name, value]) => ({ name, value: fromPlain(value) }))
}

/** Loading rows in parts must not change what happens. */
function assertSameInParts(
  rows: LoadedRows,
  command: Command,
  createContext: () => RunContext,
  whole: Outcome,
): { needs: readonly Need[]; state?: InstanceState } {
  if (command.type === 'startInstance') return { needs: [] }
  // Of an element that is gone the runtime finds no root, and carries nothing out.
  if (command.type === 'signalElement' && !rows.elements.some(({ id }) => id === command.elementInstanceId))
    return { needs: [] }
  const { outcome: parts, needs } = runInParts(rows, command, createContext)
  const isSame =
    whole.kind === 'done'
      ? parts.kind === 'done' &&
        isDeepStrictEqual(parts.events, whole.events) &&
        isDeepStrictEqual(parts.effects, whole.effects)
      : isDeepStrictEqual(parts, whole)
  if (isSame) return { needs, ...(parts.state !== undefined && { state: parts.state }) }
  const show = (outcome: Outcome) =>
    outcome.kind === 'done'
      ? outcome.events.map((event) => JSON.stringify(event)).join('\n  ')
      : JSON.stringify(outcome)
  throw new Error(
    `Expected ${command.type} to do the same when rows are loaded in parts (${JSON.stringify(needs)}), but whole:\n  ${show(whole)}\nin parts:\n  ${show(parts)}`,
  )
}

function getFirst<Row>(rows: readonly Row[], isMeant: (row: Row) => boolean, what: string): Row {
  const row = rows.find(isMeant)
  if (row === undefined) throw new Error(`Expected a ${what}, but there is none.`)
  return row
}

function nextJob({ rows }: Scenario): Job | undefined {
  return rows.jobs.find(({ kind, retries }) => kind !== 'timer' && kind !== 'timeout' && kind !== 'work' && retries > 0)
}
