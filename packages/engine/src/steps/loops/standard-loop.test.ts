import { describe, expect, it } from 'vitest'
import { boundary, bpmn, on, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

function looping(attributes: string, condition = '', variables: Readonly<Record<string, unknown>> = { go: true }) {
  const loop = `<standardLoopCharacteristics ${attributes}>${condition === '' ? '' : `<loopCondition>${condition.replace('<', '&lt;')}</loopCondition>`}</standardLoopCharacteristics>`
  const scenario = createScenario(
    bpmn(
      `<startEvent id="start"/><userTask id="work">${loop}</userTask><userTask id="after"/>${path('start', 'work', 'after')}${boundary('event', 'work', on.message())}`,
      { dialect: 'bpmn' },
    ),
  )
  scenario.start(variables)
  return scenario
}

function countRuns(scenario: ReturnType<typeof looping>, most = 10): number {
  let runs = 0
  while (scenario.tasks()[0] === 'work' && runs < most) {
    scenario.complete('work')
    runs++
  }
  return runs
}

describe('a standard loop', () => {
  it('runs while its condition holds, and at least once when it is tested afterwards', () => {
    const scenario = looping('', '${go}')
    scenario.complete('work')
    expect(scenario.tasks()).toEqual(['work'])
    scenario.complete('work', { go: false })
    expect(scenario.tasks()).toEqual(['after'])
    expect(countRuns(looping('', '${go}', { go: false }))).toBe(1)
  })

  it('may not run at all when it is tested before', () => {
    expect(countRuns(looping('testBefore="true"', '${go}', { go: false }))).toBe(0)
    expect(looping('testBefore="true"', '${go}').tasks()).toEqual(['work'])
  })

  it.each([
    ['a maximum alone', 'loopMaximum="3"', '', 3],
    ['a maximum and a condition', 'loopMaximum="2"', '${go}', 2],
    ['its counter', '', '${loopCounter < 4}', 4],
    ['neither condition nor maximum', '', '', 1],
    ['a maximum of 0', 'loopMaximum="0"', '${go}', 0],
  ])('with %s runs as often', (_with, attributes, condition, runs) => {
    expect(countRuns(looping(attributes, condition))).toBe(runs)
  })

  it('is interrupted as a whole', () => {
    const scenario = looping('', '${go}')
    scenario.complete('work')
    scenario.trigger('first')
    expect(scenario.active()).toEqual(['after-event'])
  })

  it('continues by a job as a whole', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="work" camunda:asyncBefore="true" camunda:asyncAfter="true"><standardLoopCharacteristics loopMaximum="2"/></userTask><userTask id="after"/>${path('start', 'work', 'after')}`,
      ),
    )
    scenario.start()
    scenario.runJobs()
    scenario.complete('work')
    expect(scenario.tasks()).toEqual(['work'])
    scenario.complete('work')
    expect(scenario.rows.jobs).toHaveLength(1)
    scenario.runJobs()
    expect(scenario.tasks()).toEqual(['after'])
  })
})
