import { isDeepStrictEqual } from 'node:util'
import { readBpmn } from '@millrace/bpmn'
import { parseDmn } from '@millrace/dmn'
import type { Command } from '../commands/command.ts'
import type { DecisionDefinition, Definition, DefinitionRef, Sources } from '../definition.ts'
import type { Effect, Outcome } from '../outcome.ts'
import { run } from '../run.ts'
import { applyEvent } from '../state/apply-event.ts'
import type { Event } from '../state/events.ts'
import { createState, type InstanceState, type LoadedRows, noRows } from '../state/instance-state.ts'
import { fromPlain, toPlain } from '../state/value.ts'

/**
 * Plays one root instance in memory, for tests. After each step the events are replayed on the rows before it: the state
 * that comes out has to be the one the run ended with.
 */
export interface Scenario {
  readonly events: Event[]
  readonly effects: Effect[]
  now: Date
  rows: LoadedRows
  start(
    variables?: Readonly<Record<string, unknown>>,
    options?: { key?: string; startElementId?: string; businessKey?: string },
  ): Outcome
  do(command: Command): Outcome
  /** Completes the open task of this key; fails when there is none. */
  complete(taskKey: string, variables?: Readonly<Record<string, unknown>>): Outcome
  /** Runs the jobs that wait for no time, until none is left. */
  runJobs(): void
  /** Fires the timer of an element, whatever its date. */
  fireTimer(elementId: string): Outcome
  /** Delivers a message or signal to the first subscription of that name. */
  trigger(name: string, variables?: Readonly<Record<string, unknown>>): Outcome
  /** Keys of the open tasks, sorted. */
  tasks(): string[]
  /** Keys of everything that is open, sorted. */
  active(): string[]
  variable(name: string): unknown
  isEnded(): boolean
  /** Keys of what was left, in order; cancelled ones with a `!` before. */
  history(): string[]
}

const rootId = '00000000-0000-7000-8000-000000000000'

export function createScenario(
  files: string | readonly string[],
  options: { stepLimit?: number; userId?: string } = {},
): Scenario {
  const { processes, decisions } = readFiles(typeof files === 'string' ? [files] : files)
  const sources = createSources(processes, decisions)
  let serial = 0
  const newId = () => `00000000-0000-7000-8000-${String(++serial).padStart(12, '0')}`
  const scenario: Scenario = {
    events: [],
    effects: [],
    now: new Date('2026-03-02T10:00:00Z'),
    rows: { rootId, ...noRows },
    start: (variables = {}, { key, startElementId = null, businessKey = null } = {}) => {
      const definition = processes.find((one) => key === undefined || one.key === key)
      if (definition === undefined) throw new Error(`no process ${key}`)
      return scenario.do({
        type: 'startInstance',
        definition,
        instanceId: rootId,
        businessKey,
        variables: plainVariables(variables),
        startElementId,
        tenantId: null,
      })
    },
    do: (command) => {
      const context = {
        sources,
        now: scenario.now,
        newId,
        userId: options.userId ?? null,
        zone: 'UTC',
        ...(options.stepLimit && { stepLimit: options.stepLimit }),
      }
      const outcome = run(scenario.rows, command, context)
      if (outcome.kind === 'done') {
        assertReplays(scenario.rows, outcome.events, outcome.state as InstanceState)
        scenario.rows = rowsOf(outcome.state as InstanceState)
        scenario.events.push(...outcome.events)
        scenario.effects.push(...outcome.effects)
      }
      return outcome
    },
    complete: (taskKey, variables = {}) => {
      const task = scenario.rows.tasks.find((one) => one.taskKey === taskKey)
      if (task === undefined)
        throw new Error(`Expected an open task ${taskKey}, but there are ${scenario.tasks().join(', ') || 'none'}.`)
      return expectDone(scenario.do({ type: 'completeTask', taskId: task.id, variables: plainVariables(variables) }))
    },
    runJobs: () => {
      for (let job = nextJob(scenario); job !== undefined; job = nextJob(scenario))
        expectDone(scenario.do({ type: 'runJob', jobId: job.id }))
    },
    fireTimer: (elementId) => {
      const job = scenario.rows.jobs.find((one) => one.kind === 'timer' && one.elementId === elementId)
      if (job === undefined) throw new Error(`Expected a timer of ${elementId}, but there is none.`)
      return expectDone(scenario.do({ type: 'runJob', jobId: job.id }))
    },
    trigger: (name, variables = {}) => {
      const subscription = scenario.rows.subscriptions.find((one) => one.name === name)
      if (subscription === undefined) throw new Error(`Expected a subscription to ${name}, but there is none.`)
      return expectDone(
        scenario.do({
          type: 'triggerSubscription',
          subscriptionId: subscription.id,
          variables: plainVariables(variables),
        }),
      )
    },
    tasks: () => scenario.rows.tasks.map(({ taskKey }) => taskKey).sort(),
    active: () =>
      scenario.rows.elements
        .filter(({ state }) => state !== 'compensable')
        .map(({ elementId, loop }) => (loop === 'body' ? `${elementId}#body` : elementId))
        .sort(),
    variable: (name) => {
      const variable = scenario.rows.variables.find((one) => one.name === name)
      if (variable?.value) return toPlain(variable.value)
      const last = scenario.events.findLast((event) => event.type === 'variableSet' && event.variable.name === name)
      return last?.type === 'variableSet' && last.variable.value !== null ? toPlain(last.variable.value) : undefined
    },
    isEnded: () => scenario.rows.instances.every(({ id }) => id !== rootId),
    history: () =>
      scenario.events.flatMap((event) =>
        event.type === 'elementLeft' && event.element.state === 'active' && event.element.loop !== 'body'
          ? [`${event.isCancelled ? '!' : ''}${event.element.elementId}`]
          : [],
      ),
  }
  return scenario
}

export function expectDone(outcome: Outcome): Outcome {
  if (outcome.kind === 'done') return outcome
  throw new Error(`Expected the command to be carried out, but: ${JSON.stringify(outcome)}`)
}

export function plainVariables(values: Readonly<Record<string, unknown>>) {
  return Object.entries(values).map(([name, value]) => ({ name, value: fromPlain(value) }))
}

function nextJob({ rows }: Scenario) {
  return rows.jobs.find(({ kind, retries }) => kind !== 'timer' && retries > 0)
}

function readFiles(files: readonly string[]): { processes: Definition[]; decisions: DecisionDefinition[] } {
  const processes: Definition[] = []
  const decisions: DecisionDefinition[] = []
  for (const file of files) {
    if (/<[\w:]*definitions[^>]+omg\.org\/spec\/DMN/.test(file)) {
      const parsed = parseDmn(file)
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
      for (const { id } of parsed.model.decisions)
        decisions.push({ id: `decision ${id}`, key: id, version: 1, model: parsed.model })
      continue
    }
    const read = readBpmn(file)
    if (!read.ok) throw new Error(JSON.stringify(read.problems))
    for (const model of read.document.processes)
      processes.push({
        id: `process ${model.id}`,
        key: model.id,
        version: 1,
        deploymentId: 'deployment',
        tenantId: null,
        model,
      })
  }
  return { processes, decisions }
}

function createSources(processes: readonly Definition[], decisions: readonly DecisionDefinition[]): Sources {
  const find = <T extends { id: string; key: string }>(list: readonly T[], ref: DefinitionRef): T | null =>
    list.find(({ id, key }) => (ref.by === 'id' ? id === ref.id : key === ref.key)) ?? null
  return { process: (ref) => find(processes, ref), decision: (ref) => find(decisions, ref), resource: () => null }
}

function rowsOf(state: InstanceState): LoadedRows {
  return {
    rootId: state.rootId,
    isComplete: true,
    instances: state.instances.all(),
    elements: state.elements.all(),
    variables: state.variables.all(),
    tasks: state.tasks.all(),
    jobs: state.jobs.all(),
    subscriptions: state.subscriptions.all(),
    externalTasks: state.externalTasks.all(),
    incidents: state.incidents.all(),
  }
}

function assertReplays(before: LoadedRows, events: readonly Event[], after: InstanceState): void {
  const replayed = createState(before)
  for (const event of events) applyEvent(replayed, event)
  if (!isDeepStrictEqual(rowsOf(replayed), rowsOf(after)))
    throw new Error('Expected the events to replay to the state of the run, but they give another.')
}
