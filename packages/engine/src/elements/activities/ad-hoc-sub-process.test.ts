import { describe, expect, it } from 'vitest'
import { bpmn, path } from '../../testing/bpmn.ts'
import { createScenario, type Scenario } from '../../testing/scenario.ts'

function adHoc(attributes = '', condition = ''): Scenario {
  const completion = condition === '' ? '' : `<completionCondition>${condition}</completionCondition>`
  const scenario = createScenario(
    bpmn(
      `<startEvent id="start"/><adHocSubProcess id="sub" ${attributes}><userTask id="a"/><userTask id="next"/>${path('a', 'next')}<userTask id="b"/>
      <userTask id="undo" isForCompensation="true"/>${completion}</adHocSubProcess><userTask id="after"/>${path('start', 'sub', 'after')}`,
      { dialect: 'flowable' },
    ),
  )
  scenario.start({ done: false })
  return scenario
}

const activate = (scenario: Scenario, activityId: string) =>
  scenario.do({ type: 'activateAdHoc', instanceId: scenario.rows.rootId, subProcessId: 'sub', activityId })
const complete = (scenario: Scenario) =>
  scenario.do({ type: 'completeAdHoc', instanceId: scenario.rows.rootId, subProcessId: 'sub' })

describe('an ad-hoc sub-process', () => {
  it('begins nothing by itself', () => {
    expect(adHoc().active()).toEqual(['sub'])
  })

  it('begins each activity that no flow leads to, as often as asked', () => {
    const scenario = adHoc()
    for (const activityId of ['a', 'a', 'b']) activate(scenario, activityId)
    expect(scenario.tasks()).toEqual(['a', 'a', 'b'])
    scenario.complete('a')
    expect(scenario.tasks()).toEqual(['a', 'b', 'next'])
  })

  it('stays open when its activities are done and no condition ends it', () => {
    const scenario = adHoc()
    activate(scenario, 'b')
    scenario.complete('b')
    expect(scenario.active()).toEqual(['sub'])
    expect(complete(scenario).kind).toBe('done')
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('ends when its completion condition holds after an activity, and cancels the rest', () => {
    const scenario = adHoc('', '${done}')
    activate(scenario, 'a')
    activate(scenario, 'b')
    scenario.complete('b', { done: true })
    expect(scenario.tasks()).toEqual(['after'])
    expect(scenario.history()).toContain('!a')
  })

  it('waits for the rest when the model says so', () => {
    const scenario = adHoc('cancelRemainingInstances="false"', '${done}')
    activate(scenario, 'a')
    activate(scenario, 'b')
    scenario.complete('b', { done: true })
    expect(scenario.tasks()).toEqual(['a'])
    scenario.complete('a')
    scenario.complete('next')
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('runs one activity after another when it is sequential', () => {
    const scenario = adHoc('ordering="Sequential"')
    activate(scenario, 'a')
    expect(activate(scenario, 'b')).toMatchObject({ kind: 'refused', refusal: { code: 'engine.not-waiting' } })
    scenario.complete('a')
    expect(activate(scenario, 'b')).toMatchObject({ kind: 'refused' })
    scenario.complete('next')
    activate(scenario, 'b')
    expect(scenario.tasks()).toEqual(['b'])
  })

  it.each(['next', 'undo', 'after', 'nothing'])('refuses to begin %s, which is none of its first activities', (id) => {
    expect(activate(adHoc(), id)).toMatchObject({ kind: 'refused', refusal: { code: 'engine.element-unknown' } })
  })

  it('refuses to be completed over open activities that it does not cancel', () => {
    const scenario = adHoc('cancelRemainingInstances="false"')
    activate(scenario, 'b')
    expect(complete(scenario)).toMatchObject({ kind: 'refused', refusal: { code: 'engine.not-waiting' } })
    scenario.complete('b')
    expect(complete(scenario).kind).toBe('done')
  })

  it('cancels open activities when it is completed, unless the model says otherwise', () => {
    const scenario = adHoc()
    activate(scenario, 'b')
    complete(scenario)
    expect(scenario.tasks()).toEqual(['after'])
    expect(scenario.history()).toContain('!b')
  })

  it('that is not open refuses', () => {
    const scenario = adHoc()
    complete(scenario)
    expect(activate(scenario, 'b')).toMatchObject({ kind: 'refused', refusal: { code: 'engine.not-waiting' } })
    expect(complete(scenario)).toMatchObject({ kind: 'refused', refusal: { code: 'engine.not-waiting' } })
  })

  it('runs in each run of a multi-instance by itself', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><adHocSubProcess id="sub"><multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics><userTask id="b"/></adHocSubProcess><userTask id="after"/>${path('start', 'sub', 'after')}`,
        { dialect: 'flowable' },
      ),
    )
    scenario.start()
    const runs = scenario.rows.elements.filter(({ loop }) => loop === 'run')
    for (const { id: subProcessId } of runs) {
      const where = { instanceId: scenario.rows.rootId, subProcessId }
      scenario.do({ type: 'activateAdHoc', ...where, activityId: 'b' })
      scenario.complete('b')
      expect(scenario.do({ type: 'completeAdHoc', ...where }).kind).toBe('done')
    }
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('that waits for its asynchronous leave begins nothing more', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><adHocSubProcess id="sub" flowable:asyncLeave="true"><userTask id="a"/></adHocSubProcess><userTask id="after"/>${path('start', 'sub', 'after')}`,
        { dialect: 'flowable' },
      ),
    )
    scenario.start()
    const place = { instanceId: scenario.rows.rootId, subProcessId: 'sub' }
    scenario.do({ type: 'completeAdHoc', ...place })
    expect(scenario.do({ type: 'activateAdHoc', ...place, activityId: 'a' })).toMatchObject({ kind: 'refused' })
    scenario.runJobs()
    expect(scenario.tasks()).toEqual(['after'])
  })
})
