import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type Attack, type Attacker, type Ending, endingOf } from '../attack.ts'
import { bpmn, cdata, deployAndStart, many, oneActivity, path } from '../models.ts'

const budget = '422 BudgetExceededException'
const ends = [budget, '400 RestException']

const loop = (inside: string) => `<multiInstanceLoopCharacteristics${inside}</multiInstanceLoopCharacteristics>`
const task = (inside: string) => `<userTask id="step" name="T">${inside}</userTask>`

/** Attacks by runs of the engine itself, without expensive expressions. */
export const runs: readonly Attack[] = [
  {
    name: 'a gateway that loops to a script of 300,000 turns, behind an asynchronous start',
    within: 45_000,
    ends: ['the job has failed'],
    run: async (attacker) => {
      const turns = 'for (var i = 0; i < 300000; i++) i % 7; i'
      const inside = `<startEvent id="start" camunda:asyncBefore="true"/><exclusiveGateway id="gateway"/>
        <scriptTask id="script" scriptFormat="javascript"><script>${cdata(turns)}</script></scriptTask>
        ${path('start', 'gateway', 'script', 'gateway')}`
      const started = performance.now()
      const answer = await deployAndStart(attacker, 'round', bpmn('round', inside))
      return answer.status === 200 ? waitForFailure(attacker, answer.body.id, started) : endingOf(answer)
    },
  },
  {
    name: 'a loop of 100,000 steps',
    within: 5000,
    ends,
    isShort: true,
    run: async (attacker) => {
      const inside = `<startEvent id="start"/><exclusiveGateway id="gateway"/><task id="step"/>${path('start', 'gateway', 'step', 'gateway')}`
      return endingOf(await deployAndStart(attacker, 'steps', bpmn('steps', inside)))
    },
  },
  {
    name: 'a multi-instance of 10,000,000',
    within: 5000,
    ends,
    isShort: true,
    run: async (attacker) =>
      endingOf(
        await deployAndStart(
          attacker,
          'millions',
          oneActivity('millions', task(loop('><loopCardinality>10000000</loopCardinality>'))),
        ),
      ),
  },
  {
    name: '10,000 user tasks at once',
    within: 5000,
    ends: ['200', ...ends],
    run: async (attacker) =>
      endingOf(
        await deployAndStart(
          attacker,
          'thousands',
          oneActivity('thousands', task(loop('><loopCardinality>10000</loopCardinality>'))),
        ),
      ),
  },
  {
    name: 'a multi-instance one after the other, of 10,000,000',
    within: 5000,
    ends,
    run: async (attacker) =>
      endingOf(
        await deployAndStart(
          attacker,
          'sequence',
          oneActivity(
            'sequence',
            `<task id="step">${loop(' isSequential="true"><loopCardinality>10000000</loopCardinality>')}</task>`,
          ),
        ),
      ),
  },
  {
    name: 'calls that call themselves',
    within: 5000,
    ends,
    isShort: true,
    run: async (attacker) =>
      endingOf(
        await deployAndStart(
          attacker,
          'recursion',
          oneActivity('recursion', '<callActivity id="step" calledElement="recursion"/>'),
        ),
      ),
  },
  {
    name: '30 forks without control, one after the other',
    within: 5000,
    ends,
    isShort: true,
    run: async (attacker) => {
      const twice = (n: number) =>
        `<task id="g${n}"/><sequenceFlow id="a${n}" sourceRef="g${n}" targetRef="g${n + 1}"/><sequenceFlow id="b${n}" sourceRef="g${n}" targetRef="g${n + 1}"/>`
      const inside = `<startEvent id="start"/>${many(30, twice)}<userTask id="g30"/><sequenceFlow id="f" sourceRef="start" targetRef="g0"/>`
      return endingOf(await deployAndStart(attacker, 'forks', bpmn('forks', inside)))
    },
  },
  {
    name: 'starts with 10,000 and 40,000 variables, four times as many in six times the time at most',
    within: 20_000,
    ends: ['about linear'],
    run: async (attacker) => {
      await startWith(attacker, 1000)
      const [few, many] = [await startWith(attacker, 10_000), await startWith(attacker, 40_000)]
      if (few.status !== 200 || many.status !== 200) return endingOf(few.status === 200 ? many : few)
      const end = many.ms / few.ms <= 6 ? 'about linear' : `${Math.round(few.ms)} and ${Math.round(many.ms)} ms`
      return { end, ms: few.ms + many.ms }
    },
  },
  ...[100_000, 1_000_000].map(
    (count): Attack => ({
      name: `a start with ${count.toLocaleString('en-US')} variables`,
      within: 10_000,
      ends: ['413 InvalidRequestException'],
      run: async (attacker) => endingOf(await startWith(attacker, count)),
    }),
  ),
  {
    name: 'signals that throw themselves',
    within: 10_000,
    ends: ['200', ...ends],
    run: async (attacker) => {
      const inside = `<startEvent id="start"><signalEventDefinition signalRef="again"/></startEvent><endEvent id="step"><signalEventDefinition signalRef="again"/></endEvent>${path('start', 'step')}`
      const deployed = await attacker.deploy({
        'signals.bpmn': bpmn('signals', inside, '<signal id="again" name="again"/>'),
      })
      if (deployed.status !== 200) return endingOf(deployed)
      const answer = endingOf(await attacker.call('POST', '/signal', { name: 'again' }))
      await attacker.call('POST', '/process-definition/key/signals/suspended', { suspended: true })
      return { ...answer, end: answer.end === '204' ? '200' : answer.end }
    },
  },
]

export function startWith(attacker: Attacker, count: number): Promise<Answer> {
  const variables = Object.fromEntries(Array.from({ length: count }, (_, n) => [`v${n}`, { value: n }]))
  return deployAndStart(attacker, 'variables', oneActivity('variables', task('')), variables)
}

/** Until the engine has counted a failure of the job. */
async function waitForFailure(attacker: Attacker, instanceId: string, started: number): Promise<Ending> {
  for (;;) {
    const { body } = await attacker.call('GET', `/job?processInstanceId=${instanceId}`)
    const [job] = Array.isArray(body) ? body : []
    const ms = performance.now() - started
    if (job?.exceptionMessage) return { end: 'the job has failed', ms, sentence: job.exceptionMessage }
    if (ms > 120_000) return { end: 'the job has not failed', ms }
    await sleep(200)
  }
}
