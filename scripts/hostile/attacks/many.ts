import { type Answer, type Attack, type Ending, endingOf } from '../attack.ts'
import { deployAndStart, oneActivity } from '../models.ts'
import { startWith } from './runs.ts'

const many = 40_000

const values = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`v${n}`, { value }]))

const loop = (cardinality: number) =>
  `<multiInstanceLoopCharacteristics><loopCardinality>${cardinality}</loopCardinality></multiInstanceLoopCharacteristics>`

/**
 * Calls of an instance with very many rows, one after the other. Ends with the first one that is refused: `not started`
 * if it is the start, because then none was tried.
 */
async function inOrder(started: Answer, ...calls: readonly ((id: string) => Promise<Answer>)[]): Promise<Ending> {
  if (started.status !== 200) return { ...endingOf(started), end: 'not started' }
  const startedAt = performance.now()
  let last = started
  for (const call of calls) {
    if (last.status >= 300) break
    last = await call(started.body.id)
  }
  return { ...endingOf(last), ms: performance.now() - startedAt }
}

/** Attacks by requests that are about very many rows, each of them small. */
export const manyRows: readonly Attack[] = [
  {
    name: '40,000 variables of one instance, changed, read, and given to a task that is completed',
    within: 20_000,
    ends: ['204'],
    run: async (attacker) =>
      inOrder(
        await startWith(attacker, many),
        (id) => attacker.call('POST', `/process-instance/${id}/variables`, { modifications: values(many, 'changed') }),
        (id) => attacker.call('GET', `/process-instance/${id}/variables`),
        async (id) => {
          const [task] = (await attacker.call('GET', `/task?processInstanceId=${id}`)).body
          return attacker.call('POST', `/task/${task.id}/complete`, { variables: values(many, 'done') })
        },
      ),
  },
  {
    name: '40,000 variables of one instance, given to a modification, shown in a form, half of them deleted, the others with it',
    within: 20_000,
    ends: ['204'],
    run: async (attacker) =>
      inOrder(
        await startWith(attacker, many),
        (id) =>
          attacker.call('POST', `/process-instance/${id}/modification`, {
            instructions: [
              { type: 'cancel', activityId: 'step' },
              { type: 'startBeforeActivity', activityId: 'after', variables: values(many, 'changed') },
            ],
          }),
        async (id) => {
          const [task] = (await attacker.call('GET', `/task?processInstanceId=${id}`)).body
          return attacker.call('GET', `/task/${task.id}/form-variables`)
        },
        (id) =>
          attacker.call('POST', `/process-instance/${id}/variables`, { deletions: Object.keys(values(many / 2, 0)) }),
        (id) => attacker.call('DELETE', `/process-instance/${id}`),
      ),
  },
  {
    name: 'an instance with 10,000 open tasks, which is suspended, activated, moved on and deleted',
    within: 30_000,
    ends: ['204', '422 BudgetExceededException'],
    run: async (attacker) =>
      inOrder(
        await deployAndStart(attacker, 'broad', oneActivity('broad', `<userTask id="step">${loop(10_000)}</userTask>`)),
        (id) => attacker.call('PUT', `/process-instance/${id}/suspended`, { suspended: true }),
        (id) => attacker.call('PUT', `/process-instance/${id}/suspended`, { suspended: false }),
        (id) =>
          attacker.call('POST', `/process-instance/${id}/modification`, {
            instructions: [
              { type: 'cancel', activityId: 'step' },
              { type: 'startBeforeActivity', activityId: 'after' },
            ],
          }),
        (id) => attacker.call('DELETE', `/process-instance/${id}`),
      ),
  },
  {
    name: 'a thousand external tasks, each with the 10,000 variables of their instance, fetched at once',
    within: 20_000,
    ends: ['some'],
    run: async (attacker) => {
      const work = `<serviceTask id="step" camunda:type="external" camunda:topic="hoard">${loop(1000)}</serviceTask>`
      const started = await deployAndStart(attacker, 'hoard', oneActivity('hoard', work), values(10_000, 'some text'))
      if (started.status !== 200) return endingOf(started)
      const fetched = await attacker.call('POST', '/external-task/fetchAndLock', {
        ...{ workerId: 'hoarder', maxTasks: 1000 },
        topics: [{ topicName: 'hoard', lockDuration: 60_000 }],
      })
      if (fetched.status !== 200) return endingOf(fetched)
      const { length } = fetched.body
      return { end: length > 0 && length < 1000 ? 'some' : `${length} tasks`, ms: fetched.ms }
    },
  },
  {
    name: 'lists and counts that are narrowed by 12,000 ids each, of which there are none',
    within: 20_000,
    ends: ['200'],
    run: async (attacker) => {
      const ids = Array.from({ length: 12_000 }, () => crypto.randomUUID())
      const lists = ['/process-instance', '/task', '/history/process-instance', '/history/variable-instance']
      const startedAt = performance.now()
      let last = await attacker.call('GET', '/version')
      for (const path of lists.flatMap((list) => [list, `${list}/count`])) {
        const isIn = path.startsWith('/task') || path.startsWith('/history/variable-instance')
        last = await attacker.call('POST', path, { [isIn ? 'processInstanceIdIn' : 'processInstanceIds']: ids })
        if (last.status !== 200) break
      }
      return { ...endingOf(last), ms: performance.now() - startedAt }
    },
  },
]
