import { createMeter } from '@millrace/expressions'
import { describe, expect, it } from 'vitest'
import { defaultBudgets } from './budgets.ts'
import { run } from './run.ts'
import { createState, noRows } from './state/instance-state.ts'
import { boundary, bpmn, flow, on, path } from './testing/bpmn.ts'
import { createSources, readDefinitions } from './testing/definitions.ts'
import { runInParts } from './testing/partial.ts'
import { rowsOf } from './testing/rows.ts'
import { plainVariables } from './testing/scenario.ts'

const many = (inside = '') =>
  `<multiInstanceLoopCharacteristics><loopCardinality>\${n}</loopCardinality>${inside}</multiInstanceLoopCharacteristics>`
const results =
  '<extensionElements><flowable:variableAggregation target="results"><variable source="loopCounter"/></flowable:variableAggregation></extensionElements>'

const models = {
  'user tasks': bpmn(
    `<startEvent id="start"/><userTask id="work">${many()}</userTask><userTask id="after"/>${path('start', 'work', 'after')}`,
  ),
  'user tasks with a completion condition': bpmn(
    `<startEvent id="start"/><userTask id="work">${many('<completionCondition>${nrOfCompletedInstances == nrOfInstances}</completionCondition>')}</userTask>${path('start', 'work')}`,
  ),
  'user tasks whose results are gathered': bpmn(
    `<startEvent id="start"/><userTask id="work">${many(results)}</userTask>${path('start', 'work')}`,
    { dialect: 'flowable' },
  ),
  'sub-processes with boundary events': bpmn(
    `<startEvent id="start"/><subProcess id="sub">${many()}<startEvent id="s"/><userTask id="work"/>${boundary('b', 'work', on.message())}<userTask id="then"/>${path('s', 'work', 'then')}</subProcess>${path('start', 'sub')}`,
  ),
  'runs that join': bpmn(
    `<startEvent id="start"/><subProcess id="sub">${many()}<startEvent id="s"/><inclusiveGateway id="fork"/><userTask id="work"/><userTask id="beside"/><inclusiveGateway id="join"/>${path('s', 'fork', 'work', 'join')}${path('fork', 'beside', 'join')}</subProcess>${path('start', 'sub')}`,
  ),
  'called processes': [
    bpmn(
      `<startEvent id="start"/><callActivity id="call" calledElement="called">${many()}</callActivity>${path('start', 'call')}`,
    ),
    bpmn(`<startEvent id="start"/><userTask id="work"/>${path('start', 'work')}`, { id: 'called' }),
  ],
  'user tasks beside a conditional event': bpmn(
    `<startEvent id="start"/><userTask id="work">${many()}</userTask>${boundary('stop', 'work', on.condition('${stop}'))}${path('start', 'work')}`,
  ),
  'branches of a parallel gateway': bpmn(
    `<startEvent id="start"/><parallelGateway id="fork"/><subProcess id="sub">${many()}<startEvent id="s"/><userTask id="work"/>${path('s', 'work')}</subProcess><userTask id="beside"/><parallelGateway id="join"/>${path('start', 'fork', 'sub', 'join')}${path('fork', 'beside', 'join')}${flow('join', 'end')}<endEvent id="end"/>`,
  ),
} satisfies Record<string, string | readonly string[]>

/** Rows that are loaded and events that come of completing one task, in an instance with so many of them. */
function measureStep(files: readonly string[], n: number) {
  const sources = createSources(readDefinitions(files))
  let serial = 0
  const context = () => ({
    sources,
    now: new Date('2026-03-02T10:00:00Z'),
    newId: () => String(++serial).padStart(12, '0'),
    userId: null,
    zone: 'UTC',
    meter: createMeter(defaultBudgets.work, 'work'),
    isOnLoop: false,
    budgets: { ...defaultBudgets, loopPortion: 100_000 },
  })
  const definition = sources.process({ by: 'latest', key: 'process', tenantId: null })
  if (definition === null || definition === undefined) throw new Error('no process')
  const started = run(
    { rootId: 'root', ...noRows },
    {
      type: 'startInstance',
      definition,
      instanceId: 'root',
      businessKey: null,
      variables: plainVariables({ n, stop: false }),
      startElementId: null,
      tenantId: null,
    },
    context(),
  )
  if (started.kind !== 'done') throw new Error(JSON.stringify(started))
  const rows = rowsOf(started.state ?? createState({ rootId: 'root', ...noRows }))
  const tasks = rows.tasks.filter(({ taskKey }) => taskKey === 'work')
  const { id = '' } = tasks[Math.floor(n / 2)] ?? {}
  const { outcome, loaded, needs } = runInParts(rows, { type: 'completeTask', taskId: id, variables: [] }, context)
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
  const made = started.events.length
  return { step: { loaded, events: outcome.events.length, needs: needs.length }, made }
}

describe('completing one of many', () => {
  it.each(Object.entries(models))('%s loads and writes as much in 1000 as in 10', (_name, model) => {
    const files = typeof model === 'string' ? [model] : model
    const [few, lots] = [measureStep(files, 10), measureStep(files, 1000)]
    expect(lots.step).toEqual(few.step)
  })

  it.each(Object.entries(models))('%s are created in events that grow with their number', (_name, model) => {
    const files = typeof model === 'string' ? [model] : model
    const [few, lots] = [measureStep(files, 10), measureStep(files, 1000)]
    expect(lots.made).toBeLessThan(few.made * 100)
  })
})
