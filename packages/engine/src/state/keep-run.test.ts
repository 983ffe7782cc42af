import { describe, expect, it } from 'vitest'
import { boundary, bpmn, on, path } from '../testing/bpmn.ts'
import { rowsOf } from '../testing/rows.ts'
import { createScenario } from '../testing/scenario.ts'
import { applyEvent } from './apply-event.ts'
import { createState, type InstanceState, type LoadedRows, noRows } from './instance-state.ts'
import { forkState, keepRun } from './keep-run.ts'

const model = bpmn(`<startEvent id="start"/><parallelGateway id="fork"/><userTask id="a"/><userTask id="b"/>
  <parallelGateway id="join"/><userTask id="last"/>
  ${path('start', 'fork', 'a', 'join', 'last')}${path('fork', 'b', 'join')}${boundary('beside', 'a', on.cycle('R/PT1H'), 'cancelActivity="false"')}`)

const plays = [
  (scenario: ReturnType<typeof createScenario>) => scenario.start({ x: 1 }),
  (scenario: ReturnType<typeof createScenario>) => scenario.fireTimer('beside'),
  (scenario: ReturnType<typeof createScenario>) => scenario.set({ x: 2, y: 'z' }),
  (scenario: ReturnType<typeof createScenario>) => scenario.complete('a'),
  (scenario: ReturnType<typeof createScenario>) => scenario.complete('after-beside'),
  (scenario: ReturnType<typeof createScenario>) => scenario.complete('b'),
]

describe('rows that stay in memory', () => {
  it('are after each run that is kept what a database would hold', () => {
    const scenario = createScenario(model)
    let kept: InstanceState = createState({ rootId: scenario.rows.rootId, ...noRows })
    for (const run of runsOf(scenario, () => kept)) {
      kept = keepRun(kept, run)
      expect(rowsOf(kept)).toEqual(scenario.rows)
      expect(forkState(kept).elements.changes()).toEqual({ inserted: [], updated: [], deleted: [] })
    }
  })

  it('follow a run that began with rows of its own', () => {
    const scenario = createScenario(model)
    let kept: InstanceState = createState({ rootId: scenario.rows.rootId, ...noRows })
    for (const run of runsOf(scenario, () => createState(scenario.rows))) {
      kept = keepRun(kept, run)
      expect(rowsOf(kept)).toEqual(scenario.rows)
    }
  })

  it('are those of the run when nothing was kept', () => {
    const scenario = createScenario(model)
    for (const run of runsOf(scenario, () => createState(scenario.rows)))
      expect(rowsOf(keepRun(null, run))).toEqual(scenario.rows)
  })

  it('are untouched by a run that is not kept', () => {
    const scenario = createScenario(model)
    scenario.start({ x: 1 })
    const kept = createState(scenario.rows)
    const before = rowsOf(kept)
    for (const _ of runsOf(scenario, () => forkState(kept), plays.slice(1, 2))) expect(rowsOf(kept)).toEqual(before)
  })

  it('of a part take in what another part had, and know what of it is whole', () => {
    const scenario = createScenario(model)
    scenario.start({ x: 1 })
    const [a, b] = ['a', 'b'].map((key) => partOf(scenario.rows, key))
    if (a === undefined || b === undefined) throw new Error('Expected two parts.')
    const { rootId } = scenario.rows
    const kept = createState({ ...a, completeScopes: [rootId, 'gone'], completeJoins: [`${rootId} join`, 'gone join'] })
    const run = createState({ ...b, hasWatching: true })
    const both = keepRun(kept, run)
    expect(both.elements.all().map(({ elementId }) => elementId)).toEqual(['a', 'b'])
    expect(both.tasks.all().map(({ taskKey }) => taskKey)).toEqual(['a', 'b'])
    expect([[...both.completeScopes], [...both.completeJoins]]).toEqual([[rootId], [`${rootId} join`]])
    expect([both.isComplete, both.hasWatching]).toEqual([false, true])
  })

  it('of a part give way to the whole', () => {
    const scenario = createScenario(model)
    scenario.start({ x: 1 })
    const whole = keepRun(createState(partOf(scenario.rows, 'a')), createState(scenario.rows))
    expect([whole.isComplete, rowsOf(whole)]).toEqual([true, scenario.rows])
  })
})

/** Each step of the scenario as a run: its events on the state that `begin` gives. */
function* runsOf(
  scenario: ReturnType<typeof createScenario>,
  begin: () => InstanceState,
  steps: typeof plays = plays,
): Generator<InstanceState> {
  for (const play of steps) {
    const run = forkState(begin())
    const from = scenario.events.length
    play(scenario)
    for (const event of scenario.events.slice(from)) applyEvent(run, event)
    yield run
  }
}

function partOf(rows: LoadedRows, key: string): LoadedRows {
  const elements = rows.elements.filter(({ elementId }) => elementId === key)
  return {
    ...rows,
    isComplete: false,
    elements,
    tasks: rows.tasks.filter(({ taskKey }) => taskKey === key),
    jobs: [],
  }
}
