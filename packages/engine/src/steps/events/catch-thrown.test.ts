import { describe, expect, it } from 'vitest'
import { bpmn, on, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

type Ours = 'camunda' | 'operaton' | 'bpmn' | 'millrace'

const script = (id: string, text: string) =>
  `<scriptTask id="${id}" scriptFormat="juel"><script>\${${text}}</script></scriptTask>`
const throwing = `<intermediateThrowEvent id="throw">${on.signal()}</intermediateThrowEvent>`
const changing = script('throw', "execution.setVariable('ready', true)")

/** What waits beside a thrower, each with the script `mark` behind it, which keeps what it sees of `n`. */
const catchers = (event: string) => {
  const mark = `${script('mark', "execution.setVariable('seen', execution.getVariable('n'))")}<userTask id="caught"/>`
  const boundary = (attributes: string) =>
    `<userTask id="host"/><boundaryEvent id="catch" attachedToRef="host" ${attributes}>${event}</boundaryEvent>${mark}${path('fork', 'host')}${path('catch', 'mark', 'caught')}`
  return {
    'a boundary event that does not interrupt': boundary('cancelActivity="false"'),
    'an intermediate event': `<intermediateCatchEvent id="catch">${event}</intermediateCatchEvent>${mark}${path('fork', 'catch', 'mark', 'caught')}`,
    'an event sub-process that does not interrupt': `<userTask id="host"/>${path('fork', 'host')}<subProcess id="sub" triggeredByEvent="true"><startEvent id="catch" isInterrupting="false">${event}</startEvent>${mark}${path('catch', 'mark', 'caught')}</subProcess>`,
    'a boundary event that interrupts': boundary(''),
  }
}

function play(thrower: string, catcher: string, behind: string, dialect: Ours) {
  const scenario = createScenario(
    bpmn(
      `<startEvent id="start"/><parallelGateway id="fork"/><userTask id="go"/>${thrower}${behind}${path('start', 'fork', 'go', 'throw', 'next')}${catcher}`,
      { dialect },
    ),
  )
  scenario.start({ n: 1, ready: false, seen: null })
  scenario.complete('go')
  return scenario
}

const terminate = `<endEvent id="next">${on.terminate()}</endEvent>`
const counting = `${script('next', "execution.setVariable('n', 2)")}<userTask id="last"/>${path('next', 'last')}`

describe.each([
  ['a signal is thrown', throwing, on.signal()],
  ['a variable makes a condition true', changing, on.condition('${ready &amp;&amp; seen == null}')],
])('when %s', (_, thrower, event) => {
  const all = Object.entries(catchers(event))

  it.each(all.slice(0, 3))('the thrower continues before %s in models of Camunda 7', (_name, catcher) => {
    for (const dialect of ['camunda', 'operaton', 'bpmn'] as const) {
      const ended = play(thrower, catcher, terminate, dialect)
      expect([ended.isEnded(), ended.history().includes('mark')]).toEqual([true, false])
      const counted = play(thrower, catcher, counting, dialect)
      expect([counted.variable('seen'), counted.tasks()]).toEqual([2, expect.arrayContaining(['caught', 'last'])])
    }
  })

  it.each(all.slice(0, 3))('%s goes first in models of ours', (_name, catcher) => {
    const ended = play(thrower, catcher, terminate, 'millrace')
    expect([ended.isEnded(), ended.history().includes('mark')]).toEqual([true, true])
    expect(play(thrower, catcher, counting, 'millrace').variable('seen')).toBe(1)
  })

  it.each(all.slice(3))('what %s is cancelled at once', (_name, catcher) => {
    for (const dialect of ['camunda', 'millrace'] as const) {
      const ended = play(thrower, catcher, terminate, dialect)
      expect([ended.isEnded(), ended.history().indexOf('!host')]).toEqual([true, expect.toBeOneOf([2, 3])])
      expect(ended.history()).toContain('mark')
    }
  })
})

describe('several that catch the same signal', () => {
  const file = (first: string) =>
    bpmn(
      `<startEvent id="start"/><parallelGateway id="fork"/><userTask id="go"/>${throwing}<userTask id="next"/>${path('start', 'fork', 'go', 'throw', 'next')}
      <subProcess id="sub"><startEvent id="s"/><userTask id="host"/>${path('s', 'host')}<boundaryEvent id="inner" attachedToRef="host" cancelActivity="false">${on.signal()}</boundaryEvent><userTask id="in"/>${path('inner', 'in')}</subProcess>${path('fork', 'sub')}
      <boundaryEvent id="outer" attachedToRef="sub" ${first}>${on.signal()}</boundaryEvent><userTask id="out"/>${path('outer', 'out')}`,
    )

  it('all continue', () => {
    const scenario = createScenario(file('cancelActivity="false"'))
    scenario.start()
    scenario.complete('go')
    expect(scenario.tasks()).toEqual(['host', 'in', 'next', 'out'])
  })

  it('continue unless another one has interrupted them', () => {
    const scenario = createScenario(file(''))
    scenario.start()
    scenario.complete('go')
    expect(scenario.tasks()).toEqual(['next', 'out'])
  })
})
