import type { Command } from '../../commands/command.ts'
import { findCell } from '../../event-table/list-cells.ts'
import type { Event } from '../../state/events.ts'
import type { LoadedRows } from '../../state/instance-state.ts'
import { createScenario, plainVariables, type Scenario } from '../scenario.ts'
import { createProcess } from './create-process.ts'
import { createRandom, type Random } from './random.ts'

/** The result of running the process of a seed. */
export interface Course {
  readonly seed: number
  readonly steps: number
  /** Types of the elements that were entered, and the cells of the events among them. */
  readonly entered: ReadonlySet<string>
}

/** Steps after which only what leads on is done, and after which a process that has not ended never will. */
const calmAfter = 60
export const endlessAfter = 600

/**
 * Runs the process of a seed to its end, with commands that are chosen by the same seed. After each command, the
 * scenario checks the invariants.
 *
 * @throws Error with the seed when an invariant does not hold, or the process does not end.
 */
export function driveToEnd(seed: number): Course {
  try {
    return drive(seed)
  } catch (error) {
    throw new Error(`Seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

function drive(seed: number): Course {
  const random = createRandom(seed ^ 0x5eed)
  const scenario = createDriven(createProcess(seed))
  let steps = 1
  while (!scenario.isEnded()) {
    if (++steps > endlessAfter)
      throw new Error(`Expected the process to end, but it goes on: ${scenario.active().join(', ')}`)
    const command = chooseCommand(random, scenario, steps > calmAfter)
    if (command === null)
      throw new Error(`Expected the process to end, but nothing can be done: ${scenario.active().join(', ')}`)
    carryOut(scenario.do(command))
  }
  const entered = new Set(scenario.events.flatMap((event) => listKinds(scenario, event)))
  return { seed, steps, entered }
}

/** Starts a random process in a scenario, with the variables and bindings that its elements read. */
export function createDriven({ files, start }: ReturnType<typeof createProcess>): Scenario {
  const binding = () => ({ kind: 'expression', expression: { language: 'uel', text: '${n}' } }) as const
  const scenario = createScenario(files, { sources: { binding }, budgets: { steps: 5_000 } })
  carryOut(scenario.start({ go: false, n: 1, list: ['a', 'b'], own: 0, out: 0 }, start))
  return scenario
}

function listKinds({ definitions }: Scenario, event: Event): string[] {
  if (event.type !== 'elementEntered') return []
  const { elementId } = event.element
  const model = definitions.processes.map((one) => one.model).find(({ elements }) => elements[elementId] !== undefined)
  const element = model?.elements[elementId]
  return model === undefined || element === undefined ? [] : [element.type, findCell(model, element) ?? element.type]
}

function carryOut(outcome: ReturnType<Scenario['do']>): void {
  if (outcome.kind !== 'done' && !isUncaught(outcome))
    throw new Error(`Expected each command to be carried out, but: ${JSON.stringify(outcome)}`)
}

export function isUncaught(outcome: ReturnType<Scenario['do']>): boolean {
  return outcome.kind === 'failed' && outcome.failure.code === 'engine.error-uncaught'
}

export function chooseCommand(random: Random, scenario: Scenario, isCalm: boolean): Command | null {
  const { rows } = scenario
  if (!isCalm && random.chance(0.1)) return sideCommand(random, rows)
  const leading = listLeading(random, rows, isCalm)
  const beside = isCalm && leading.length > 0 ? [] : listBeside(random, rows)
  const commands = [...leading, ...leading, ...beside]
  return commands.length === 0 ? null : random.pick(commands)
}

const randomVariables = (random: Random) => plainVariables({ go: random.chance(0.5), n: random.below(8) })

/** What brings a process to its end. */
function listLeading(random: Random, rows: LoadedRows, isCalm: boolean): Command[] {
  const variables = randomVariables(random)
  const isOfBoundary = (elementId: string) => /^(boundary|start)/.test(elementId)
  return [
    ...rows.tasks.map(({ id }): Command => ({ type: 'completeTask', taskId: id, variables })),
    ...rows.externalTasks.map(
      ({ id }): Command => ({ type: 'completeExternalTask', taskId: id, variables, localVariables: [] }),
    ),
    ...rows.jobs
      .filter(({ elementId, kind }) => kind !== 'timer' || !isOfBoundary(elementId))
      .map(({ id, kind }): Command => (kind === 'work' ? workOf(random, id) : { type: 'runJob', jobId: id })),
    ...rows.subscriptions
      .filter(({ elementId }) => !isOfBoundary(elementId))
      .flatMap((one) => happening(one, rows.rootId, isCalm)),
    ...rows.elements.flatMap((element): Command[] => {
      const isWaiting = element.state === 'active' && element.loop !== 'body' && element.openChildren === 0
      if (!isWaiting) return []
      const { id, instanceId, elementId } = element
      const hasJob = rows.jobs.some((job) => job.elementInstanceId === id && job.kind === 'after')
      if (elementId.startsWith('sub')) return hasJob ? [] : [{ type: 'completeAdHoc', instanceId, subProcessId: id }]
      const isOwn = (row: { readonly elementInstanceId: string; readonly elementId?: string }) =>
        row.elementInstanceId === id && (row.elementId ?? elementId) === elementId
      const waitsForMore = [...rows.tasks, ...rows.jobs, ...rows.subscriptions, ...rows.externalTasks].some(isOwn)
      const isReceiving =
        elementId.startsWith('task') &&
        !waitsForMore &&
        !rows.instances.some(({ callerElementId }) => callerElementId === id)
      return isReceiving ? [{ type: 'signalElement', elementInstanceId: id, variables }] : []
    }),
  ]
}

/** The outside world does what a service asks for, and fails now and then. */
function workOf(random: Random, jobId: string): Command {
  if (random.chance(0.2))
    return { type: 'failWork', jobId, message: 'no answer', isFinal: random.chance(0.5), detail: null }
  return { type: 'completeWork', jobId, output: { statusCode: 200, reason: 'OK', headers: {}, body: '{"a": 1}' } }
}

/** What happens beside: events that interrupt or start something more. */
function listBeside(random: Random, rows: LoadedRows): Command[] {
  const events = rows.subscriptions.flatMap((one) => happening(one, rows.rootId, false))
  const timers = rows.jobs
    .filter(({ kind }) => kind === 'timer')
    .map(({ id }): Command => ({ type: 'runJob', jobId: id }))
  return random.chance(0.3) ? [...events, ...timers] : []
}

/** What makes a subscription happen. When calm, what starts something beside the flow is not asked for. */
function happening({ id, kind }: LoadedRows['subscriptions'][number], rootId: string, isCalm: boolean): Command[] {
  if (kind === 'message' || kind === 'signal')
    return [{ type: 'triggerSubscription', subscriptionId: id, variables: [] }]
  if (kind === 'compensate') return []
  if (kind === 'variable') return [setAtRoot(rootId, plainVariables({ sent: id.length }))]
  const go = plainVariables({ go: true, asked: !isCalm })
  return [{ type: 'evaluateConditions', instanceId: rootId, variables: go }, setAtRoot(rootId, go)]
}

type Values = ReturnType<typeof plainVariables>

function setAtRoot(rootId: string, set: Values): Command {
  return setAt({ id: rootId, instanceId: rootId }, set, false)
}

function setAt(place: { readonly id: string; readonly instanceId: string }, set: Values, isLocal: boolean): Command {
  const { id: scopeId, instanceId } = place
  return { type: 'setVariables', scopeId, instanceId, set, remove: [], isLocal }
}

/** What administrators and people do meanwhile. */
function sideCommand(random: Random, rows: LoadedRows): Command {
  const [task] = rows.tasks
  const [job] = rows.jobs
  const [external] = rows.externalTasks
  const adHoc = rows.elements.find(
    ({ elementId, loop, state }) => elementId.startsWith('sub') && loop !== 'body' && state === 'active',
  )
  const commands: Command[] = [
    setAtRoot(rows.rootId, randomVariables(random)),
    { type: 'evaluateConditions', instanceId: rows.rootId, variables: randomVariables(random) },
  ]
  if (task !== undefined)
    commands.push(
      { type: 'changeTask', taskId: task.id, patch: { priority: random.below(100) }, operation: 'SetPriority' },
      { type: 'claimTask', taskId: task.id, userId: task.assignee ?? 'someone' },
      { type: 'unclaimTask', taskId: task.id },
    )
  if (job !== undefined)
    commands.push(
      { type: 'setJobRetries', jobId: job.id, retries: random.below(3), dueAt: null },
      { type: 'recordJobFailure', jobId: job.id, message: 'failed', isFinal: random.chance(0.5), detail: null },
      { type: 'resetTimer', jobId: job.id, isFromCreation: random.chance(0.5) },
    )
  if (external !== undefined)
    commands.push(failureOf(random, external.id), {
      type: 'throwExternalTaskError',
      taskId: external.id,
      code: 'caught',
      message: null,
      variables: [],
    })
  if (adHoc !== undefined) commands.push(setAt(adHoc, plainVariables({ local: 1 }), true))
  return random.pick(commands)
}

function failureOf(random: Random, taskId: string): Command {
  const retries = random.below(2)
  return { type: 'failExternalTask', taskId, message: 'failed', details: null, retries, retryAt: null, variables: [] }
}
