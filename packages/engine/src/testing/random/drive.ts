import type { Command } from '../../commands/command.ts'
import type { LoadedRows } from '../../state/instance-state.ts'
import { createScenario, plainVariables, type Scenario } from '../scenario.ts'
import { createProcess } from './create-process.ts'
import { createRandom, type Random } from './random.ts'

/** What came of a seed. */
export interface Course {
  readonly seed: number
  readonly steps: number
  /** Keys of the types of elements that were entered. */
  readonly entered: ReadonlySet<string>
}

/** Steps after which only what leads on is done, and after which a process that has not ended never will. */
const calmAfter = 60
const endlessAfter = 600

/**
 * Plays the process of a seed to its end, by commands that are chosen by the same seed. After each, the scenario checks
 * what always has to hold.
 *
 * @throws Error with the seed when anything does not hold, or when the process does not end.
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
  const binding = () => ({ kind: 'expression', expression: { language: 'uel', text: '${n}' } }) as const
  const scenario = createScenario(createProcess(seed), { sources: { binding } })
  carryOut(scenario.start({ go: false, n: 1, rounds: 0, list: ['a', 'b'], own: 0, out: 0 }))
  let steps = 1
  while (!scenario.isEnded()) {
    if (++steps > endlessAfter)
      throw new Error(`Expected the process to end, but it goes on: ${scenario.active().join(', ')}`)
    const command = chooseCommand(random, scenario, steps > calmAfter)
    if (command === null)
      throw new Error(`Expected the process to end, but nothing can be done: ${scenario.active().join(', ')}`)
    carryOut(scenario.do(command))
  }
  const entered = new Set(
    scenario.events.flatMap((event) =>
      event.type === 'elementEntered' ? [event.element.elementId.replace(/\d+$/, '')] : [],
    ),
  )
  return { seed, steps, entered }
}

function carryOut(outcome: ReturnType<Scenario['do']>): void {
  if (outcome.kind !== 'done')
    throw new Error(`Expected each command to be carried out, but: ${JSON.stringify(outcome)}`)
}

function chooseCommand(random: Random, scenario: Scenario, isCalm: boolean): Command | null {
  const { rows } = scenario
  if (!isCalm && random.chance(0.1)) return sideCommand(random, rows)
  const leading = listLeading(random, rows)
  const beside = isCalm && leading.length > 0 ? [] : listBeside(random, rows)
  const commands = [...leading, ...leading, ...beside]
  return commands.length === 0 ? null : random.pick(commands)
}

const randomVariables = (random: Random) => plainVariables({ go: random.chance(0.5), n: random.below(8) })

/** What brings a process to its end. */
function listLeading(random: Random, rows: LoadedRows): Command[] {
  const variables = randomVariables(random)
  const isOfBoundary = (elementId: string) => /^(boundary|start)/.test(elementId)
  return [
    ...rows.tasks.map(({ id }): Command => ({ type: 'completeTask', taskId: id, variables })),
    ...rows.externalTasks.map(
      ({ id }): Command => ({ type: 'completeExternalTask', taskId: id, variables, localVariables: [] }),
    ),
    ...rows.jobs
      .filter(({ elementId, kind }) => kind !== 'timer' || !isOfBoundary(elementId))
      .map(({ id }): Command => ({ type: 'runJob', jobId: id })),
    ...rows.subscriptions
      .filter(({ elementId }) => !isOfBoundary(elementId))
      .flatMap((one) => happening(one, rows.rootId)),
    ...rows.elements.flatMap((element): Command[] => {
      const isWaiting = element.state === 'active' && element.loop !== 'body' && element.openChildren === 0
      if (!isWaiting) return []
      const { id, instanceId, elementId } = element
      if (elementId.startsWith('sub')) return [{ type: 'completeAdHoc', instanceId, subProcessId: id }]
      const hasNothing = ![...rows.tasks, ...rows.jobs, ...rows.subscriptions, ...rows.externalTasks].some(
        (row) => row.elementInstanceId === id,
      )
      const isReceiving =
        elementId.startsWith('task') &&
        hasNothing &&
        !rows.instances.some(({ callerElementId }) => callerElementId === id)
      return isReceiving ? [{ type: 'signalElement', elementInstanceId: id, variables }] : []
    }),
  ]
}

/** What happens beside: events that interrupt or start something more. */
function listBeside(random: Random, rows: LoadedRows): Command[] {
  const events = rows.subscriptions.flatMap((one) => happening(one, rows.rootId))
  const timers = rows.jobs
    .filter(({ kind }) => kind === 'timer')
    .map(({ id }): Command => ({ type: 'runJob', jobId: id }))
  return random.chance(0.3) ? [...events, ...timers] : []
}

function happening({ id, kind }: LoadedRows['subscriptions'][number], rootId: string): Command[] {
  if (kind === 'message' || kind === 'signal')
    return [{ type: 'triggerSubscription', subscriptionId: id, variables: [] }]
  if (kind === 'compensate') return []
  const go = plainVariables({ go: true })
  // A variable that has its value already is no change: first away from it, then back.
  return kind === 'conditional'
    ? [
        { type: 'evaluateConditions', instanceId: rootId, variables: go },
        {
          type: 'setVariables',
          scopeId: rootId,
          instanceId: rootId,
          set: plainVariables({ go: true, n: id.length }),
          remove: [],
          isLocal: false,
        },
      ]
    : [
        {
          type: 'setVariables',
          scopeId: rootId,
          instanceId: rootId,
          set: plainVariables({ go: null }),
          remove: [],
          isLocal: false,
        },
      ]
}

/** What administrators and people do meanwhile. */
function sideCommand(random: Random, rows: LoadedRows): Command {
  const [task] = rows.tasks
  const [job] = rows.jobs
  const adHoc = rows.elements.find(
    ({ elementId, loop, state }) => elementId.startsWith('sub') && loop !== 'body' && state === 'active',
  )
  const commands: Command[] = [
    {
      type: 'setVariables',
      scopeId: rows.rootId,
      instanceId: rows.rootId,
      set: randomVariables(random),
      remove: [],
      isLocal: false,
    },
    { type: 'evaluateConditions', instanceId: rows.rootId, variables: randomVariables(random) },
    { type: 'suspendInstance', instanceId: rows.rootId, isSuspended: false },
  ]
  if (task !== undefined)
    commands.push({
      type: 'changeTask',
      taskId: task.id,
      patch: { priority: random.below(100) },
      operation: 'SetPriority',
    })
  if (job !== undefined) commands.push({ type: 'setJobRetries', jobId: job.id, retries: 3, dueAt: null })
  if (adHoc !== undefined)
    commands.push({
      type: 'setVariables',
      scopeId: adHoc.id,
      instanceId: adHoc.instanceId,
      set: plainVariables({ local: 1 }),
      remove: [],
      isLocal: true,
    })
  return random.pick(commands)
}
