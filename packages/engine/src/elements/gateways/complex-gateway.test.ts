import { describe, expect, it } from 'vitest'
import { bpmn, flow, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

/** Three tasks before a gateway that goes on with two of them. */
function voting(outgoing: string, condition = '${activationCount >= 2}') {
  return bpmn(
    `<startEvent id="start"/><parallelGateway id="fork"/><userTask id="a"/><userTask id="b"/><userTask id="c"/>
    <complexGateway id="vote"><activationCondition>${condition.replace('>', '&gt;')}</activationCondition></complexGateway>
    ${path('start', 'fork', 'a', 'vote')}${path('fork', 'b', 'vote')}${path('fork', 'c', 'vote')}${outgoing}`,
    { dialect: 'bpmn' },
  )
}
const simple = `<userTask id="after"/>${path('vote', 'after')}`

describe('a complex gateway', () => {
  it('continues when its activation condition holds', () => {
    const scenario = createScenario(voting(simple))
    scenario.start()
    scenario.complete('a')
    expect(scenario.tasks()).toEqual(['b', 'c'])
    scenario.complete('c')
    expect(scenario.tasks()).toEqual(['after', 'b'])
  })

  it('takes in what arrives afterwards until nothing more can, and then resets', () => {
    const scenario = createScenario(voting(simple))
    scenario.start()
    scenario.complete('a')
    scenario.complete('b')
    expect(scenario.active()).toEqual(['after', 'c', 'vote'])
    scenario.complete('c')
    expect(scenario.active()).toEqual(['after'])
    scenario.complete('after')
    expect(scenario.isEnded()).toBe(true)
  })

  it('may take flows at the reset whose condition asks for it', () => {
    const scenario = createScenario(
      voting(
        `<userTask id="after"/><userTask id="late"/>${flow('vote', 'after', '${waitingForStart}')}${flow('vote', 'late', '${!waitingForStart}')}`,
      ),
    )
    scenario.start()
    scenario.complete('a')
    scenario.complete('b')
    expect(scenario.tasks()).toEqual(['after', 'c'])
    scenario.complete('c')
    expect(scenario.tasks()).toEqual(['after', 'late'])
  })

  it('begins again when nothing is left that could arrive', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><exclusiveGateway id="again"/><parallelGateway id="fork"/><userTask id="a"/><userTask id="b"/>
        <complexGateway id="vote"><activationCondition>\${activationCount &gt;= 2}</activationCondition></complexGateway>
        <exclusiveGateway id="choose" default="choose-again"/><endEvent id="end"/>
        ${path('start', 'again', 'fork', 'a', 'vote', 'choose')}${path('fork', 'b', 'vote')}${flow('choose', 'end', '${done}')}${flow('choose', 'again')}`,
        { dialect: 'bpmn' },
      ),
    )
    scenario.start({ done: false })
    for (const done of [false, false, true]) {
      scenario.complete('a')
      scenario.complete('b', { done })
    }
    expect(scenario.isEnded()).toBe(true)
  })

  it('may compare what has arrived with a variable', () => {
    const scenario = createScenario(voting(simple, '${activationCount >= need}'))
    scenario.start({ need: 3 })
    scenario.complete('a')
    scenario.complete('b')
    expect(scenario.tasks()).toEqual(['c'])
    scenario.complete('c')
    expect(scenario.tasks()).toEqual(['after'])
    expect(scenario.active()).toEqual(['after'])
  })

  it('takes its default flow when no condition holds', () => {
    const scenario = createScenario(
      voting(`<userTask id="yes"/><userTask id="no"/>${flow('vote', 'yes', '${ok}')}${flow('vote', 'no')}`).replace(
        'id="vote"',
        'id="vote" default="vote-no"',
      ),
    )
    scenario.start({ ok: false })
    scenario.complete('a')
    scenario.complete('b')
    expect(scenario.tasks()).toEqual(['c', 'no'])
  })

  it('without an activation condition passes each token as it comes', () => {
    const scenario = createScenario(voting(simple).replace(/<activationCondition>.*<\/activationCondition>/, ''))
    scenario.start()
    scenario.complete('a')
    scenario.complete('b')
    expect(scenario.tasks()).toEqual(['after', 'after', 'c'])
  })

  it('resets too when the last token that could arrive ends elsewhere', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><parallelGateway id="fork"/><userTask id="a"/><userTask id="b"/><exclusiveGateway id="choose" default="choose-end"/><endEvent id="end"/>
        <complexGateway id="vote"><activationCondition>\${activationCount &gt;= 1}</activationCondition></complexGateway><endEvent id="done"/>
        ${path('start', 'fork', 'a', 'vote', 'done')}${path('fork', 'b', 'choose')}${flow('choose', 'vote', '${false}')}${flow('choose', 'end')}`,
        { dialect: 'bpmn' },
      ),
    )
    scenario.start()
    scenario.complete('a')
    expect(scenario.active()).toEqual(['b', 'vote'])
    scenario.complete('b')
    expect(scenario.isEnded()).toBe(true)
  })

  it('does not wait for another one of a loop that only waits for its own reset', () => {
    const vote = (id: string) =>
      `<complexGateway id="${id}"><activationCondition>\${activationCount &gt;= 1}</activationCondition></complexGateway>`
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><exclusiveGateway id="again"/><parallelGateway id="fork1"/><userTask id="a"/><userTask id="b"/>${vote('vote1')}
        <parallelGateway id="fork2"/><userTask id="c"/><userTask id="d"/>${vote('vote2')}<userTask id="decide"/><exclusiveGateway id="turn" default="turn-end"/><endEvent id="end"/>
        ${path('start', 'again', 'fork1', 'a', 'vote1', 'fork2', 'c', 'vote2', 'decide', 'turn', 'end')}${path('fork1', 'b', 'vote1')}${path('fork2', 'd', 'vote2')}${flow('turn', 'again', '${more}')}`,
      ),
    )
    scenario.start({ more: false })
    for (const task of ['a', 'c', 'b', 'd']) scenario.complete(task)
    expect(scenario.active()).toEqual(['decide', 'vote1', 'vote2'])
    scenario.complete('decide')
    expect(scenario.isEnded()).toBe(true)
  })
})
