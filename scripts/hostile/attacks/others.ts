import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, type Attacker, type Ending, endingOf } from '../attack.ts'
import { bpmn, deployAndStart, httpTask, oneActivity, path, timerEvent } from '../models.ts'
import { authorized, drip, together } from './requests.ts'
import { startWith } from './runs.ts'

/** How long an asynchronous step of the neighbour waits. */
async function timeStepOfNeighbour(attacker: Attacker): Promise<Ending> {
  const startedAt = performance.now()
  const started = await attacker.callAs('neighbour', 'POST', '/process-definition/key/beside/start', {})
  if (started.status !== 200) return endingOf(started)
  for (;;) {
    const { body } = await attacker.callAs('neighbour', 'GET', `/job/count?processInstanceId=${started.body.id}`)
    const ms = performance.now() - startedAt
    if (body?.count === 0) return { end: 'the step of the neighbour is done', ms }
    if (ms > 60_000) return { end: 'the step of the neighbour waits', ms }
    await sleep(50)
  }
}

/** Returns by how much timers of a second are late, started one after the other. */
async function timeTimers(attacker: Attacker, count: number): Promise<Ending> {
  const startedAt = performance.now()
  const deployed = await attacker.deploy({ 'timed.bpmn': oneActivity('timed', timerEvent) })
  if (deployed.status !== 200) return endingOf(deployed)
  const started: string[] = []
  for (let time = 0; time < count; time++) {
    const answer = await attacker.call('POST', '/process-definition/key/timed/start', {})
    if (answer.status !== 200) return endingOf(answer)
    started.push(answer.body.id)
    await sleep(370)
  }
  const late: number[] = []
  for (const id of started) late.push(await untilFired(attacker, id))
  const longest = Math.max(...late)
  return {
    end: longest < 1000 ? 'each within a second' : `one after ${longest} ms`,
    ms: performance.now() - startedAt,
    sentence: `Late by ${late.toSorted((a, b) => a - b).join(', ')} ms.`,
  }
}

/** @returns milliseconds from when the timer of an instance was due until it was left. */
async function untilFired(attacker: Attacker, id: string): Promise<number> {
  for (const end = performance.now() + 20_000; performance.now() < end; await sleep(100)) {
    const path = `/history/activity-instance?processInstanceId=${id}&activityId=step&finished=true`
    const [one] = (await attacker.call('GET', path)).body
    if (one !== undefined) return Date.parse(one.endTime) - Date.parse(one.startTime) - 1000
  }
  return Number.POSITIVE_INFINITY
}

const done = ['the step of the neighbour is done']

/** Attacks on the resources of others: lanes of jobs, their sign-in, their rights. */
export const others: readonly Attack[] = [
  {
    name: 'an asynchronous step of the neighbour, with nothing else',
    within: 3000,
    ends: done,
    run: timeStepOfNeighbour,
  },
  {
    name: 'twenty timers of a second, with nothing else',
    within: 40_000,
    ends: ['each within a second'],
    run: (attacker) => timeTimers(attacker, 20),
  },
  ...[4, 40].map(
    (count): Attack => ({
      name: `${count} HTTP tasks to a server that does not answer`,
      within: 3000,
      ends: done,
      run: async (attacker) => {
        const silent = createServer(() => {}).listen(0, '127.0.0.1')
        await once(silent, 'listening')
        const { port } = silent.address() as AddressInfo
        const first = await deployAndStart(attacker, 'silent', oneActivity('silent', httpTask(port)))
        if (first.status !== 200) return endingOf(first)
        for (let more = 1; more < count; more++) await attacker.call('POST', '/process-definition/key/silent/start', {})
        await sleep(1000)
        const ending = await timeStepOfNeighbour(attacker)
        silent.close()
        return ending
      },
    }),
  ),
  {
    name: '1,000 asynchronous steps that compute, before one of the neighbour',
    within: 5000,
    ends: done,
    run: async (attacker) => {
      const heavy = 'sum(for a in 1..20000 return a)'
      const inside = `<startEvent id="start"/><scriptTask id="step" scriptFormat="feel" camunda:resultVariable="r" camunda:asyncBefore="true"><multiInstanceLoopCharacteristics camunda:asyncBefore="true"><loopCardinality>1000</loopCardinality></multiInstanceLoopCharacteristics><script>${heavy}</script></scriptTask>${path('start', 'step')}`
      const started = await deployAndStart(attacker, 'busy', bpmn('busy', inside))
      return started.status === 200 ? timeStepOfNeighbour(attacker) : endingOf(started)
    },
  },
  {
    name: 'ten wrong passwords for a program, from elsewhere',
    within: 10_000,
    ends: ['200'],
    run: async (attacker) => {
      const startedAt = performance.now()
      for (let time = 0; time < 10; time++)
        await attacker.callAs({ username: 'program', password: 'wrong', from: '203.0.113.7' }, 'GET', '/version')
      return { ...endingOf(await attacker.callAs('program', 'GET', '/version')), ms: performance.now() - startedAt }
    },
  },
  {
    name: 'three hundred wrong passwords at once, each of another name and from another address',
    within: 60_000,
    ends: ['401'],
    run: async (attacker) => {
      const startedAt = performance.now()
      const tries = Array.from({ length: 300 }, (_, n) =>
        attacker.callAs(
          { username: `nobody${n}`, password: 'wrong', from: `203.0.${n >> 8}.${n & 255}` },
          'GET',
          '/version',
        ),
      )
      const statuses = new Set((await Promise.all(tries)).map(({ status }) => status))
      return {
        end: [...statuses].filter((status) => status !== 429 && status !== 503).join(' and '),
        ms: performance.now() - startedAt,
      }
    },
  },
  {
    name: 'a program that sets the password of an administrator',
    within: 2000,
    ends: ['403 AuthorizationException'],
    run: async (attacker) =>
      endingOf(
        await attacker.callAs('program', 'PUT', '/user/admin/credentials', { password: 'a password of the program' }),
      ),
  },
  {
    name: 'a program that makes itself an administrator',
    within: 2000,
    ends: ['403 AuthorizationException'],
    run: async (attacker) =>
      endingOf(await attacker.callAs('program', 'PUT', '/group/camunda-admin/members/program', {})),
  },
  {
    name: 'a program that deletes the administrator',
    within: 2000,
    ends: ['403 AuthorizationException'],
    run: async (attacker) => endingOf(await attacker.callAs('program', 'DELETE', '/user/admin')),
  },
  {
    name: 'an API token of a user who is given another password',
    within: 2000,
    ends: ['401'],
    run: async (attacker) => {
      await attacker.call('PUT', '/user/program/credentials', { password: attacker.program.password })
      return endingOf(await attacker.callAs({ token: attacker.program.token }, 'GET', '/version'))
    },
  },
  {
    name: 'the tree of an instance with 10,000 open tasks, ten times',
    within: 20_000,
    ends: ['200'],
    run: async (attacker) => {
      const runs = `<userTask id="step"><multiInstanceLoopCharacteristics><loopCardinality>10000</loopCardinality></multiInstanceLoopCharacteristics></userTask>`
      const started = await deployAndStart(attacker, 'wide', oneActivity('wide', runs))
      if (started.status !== 200) return endingOf(started)
      await untilNoJobs(attacker, started.body.id)
      const startedAt = performance.now()
      let last = started
      for (let time = 0; time < 10; time++)
        last = await attacker.call('GET', `/process-instance/${started.body.id}/activity-instances`)
      const { length } = last.body?.childActivityInstances?.[0]?.childActivityInstances ?? []
      return {
        end: length === 10_000 ? String(last.status) : `${length} open tasks`,
        ms: performance.now() - startedAt,
      }
    },
  },
  {
    name: 'ten histories of 80,000 variables, given up after 1.5 s each',
    within: 5000,
    ends: ['200'],
    run: async (attacker) => {
      for (let time = 0; time < 8; time++) {
        const started = await startWith(attacker, 10_000)
        if (started.status !== 200) return endingOf(started)
      }
      const { url, authorization } = attacker.wire
      const startedAt = performance.now()
      const giveUp = () =>
        fetch(`${url}/engine-rest/history/variable-instance`, {
          headers: { authorization },
          signal: AbortSignal.timeout(1500),
        })
          .then((answer) => answer.text())
          .catch(() => null)
      await Promise.all(Array.from({ length: 10 }, giveUp))
      const next = await attacker.call('GET', '/process-definition/count')
      return { ...endingOf(next), ms: performance.now() - startedAt }
    },
  },
  {
    // After the one before, whose history is read.
    name: 'ten histories of 80,000 variables, of which a byte is taken now and then',
    within: 150_000,
    ends: ['none whole'],
    run: async ({ wire }) => {
      const startedAt = performance.now()
      const path = '/engine-rest/history/variable-instance'
      const whole = (await together(10, () => drip(wire, path, authorized(wire), 75_000))).get(200) ?? 0
      return { end: whole === 0 ? 'none whole' : `${whole} whole`, ms: performance.now() - startedAt }
    },
  },
  {
    name: 'the history of an instance with 10,000 runs',
    within: 15_000,
    ends: ['200'],
    run: async (attacker) => {
      const runs = `<task id="step" camunda:asyncBefore="true"><multiInstanceLoopCharacteristics><loopCardinality>10000</loopCardinality></multiInstanceLoopCharacteristics></task>`
      const started = await deployAndStart(attacker, 'tenthousand', oneActivity('tenthousand', runs))
      if (started.status !== 200) return endingOf(started)
      const { id } = started.body
      await untilNoJobs(attacker, id)
      const startedAt = performance.now()
      await attacker.call('GET', `/history/activity-instance?processInstanceId=${id}&sortBy=startTime&sortOrder=asc`)
      const last = await attacker.call('GET', `/history/variable-instance?processInstanceId=${id}`)
      return { ...endingOf(last), ms: performance.now() - startedAt }
    },
  },
]

/** Until all that the instance does by itself is done, for two minutes at most. */
async function untilNoJobs(attacker: Attacker, id: string): Promise<void> {
  const end = performance.now() + 120_000
  for (let jobs = 1; jobs > 0 && performance.now() < end; ) {
    await sleep(500)
    jobs = (await attacker.call('GET', `/job/count?processInstanceId=${id}`)).body?.count ?? 0
  }
}
