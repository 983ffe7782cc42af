import { process } from '@millrace/bpmn/builder'
import {
  absenceCalls,
  accountCalls,
  type Call,
  commentCalls,
  processCalls,
  taskBulkCalls,
  taskCalls,
} from '@millrace/contract'
import { createApiToken, createTestApp, createWorkplace, type TestClient, testRequest } from '@millrace/server/testing'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OperationContext } from '../../operations/operation-context.ts'
import { claimTask } from '../../operations/tasks/claim-task.ts'
import { unclaimTask } from '../../operations/tasks/unclaim-task.ts'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

/** Ada is away, and Sam stands in for her; Pat does for one process alone. */
const { db, runtime, workplaceId, clock, app, signIn, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const deploy = (key: string) =>
  scenario.deploy(
    process(key, { name: key })
      .start()
      .userTask('run', { 'camunda:assignee': 'ada', 'camunda:candidateGroups': 'runners' })
      .end()
      .toXml(),
  )
const [errand, secret] = [await deploy('errand'), await deploy('secret')]
const ada = await signIn({ username: 'ada', firstName: 'Ada', lastName: 'Absent' })
const sam = await signIn({ username: 'sam', firstName: 'Sam', lastName: 'Standin' })
const pat = await signIn({ username: 'pat' })
const xaver = await signIn({ username: 'xaver' })
const keeper = await signIn({ username: 'kim', roles: ['RoleUserAdmin'] })
const operator = await signIn({ username: 'pia', roles: ['RoleProcessAdmin'] })
const elsewhere = await signIn({
  username: 'sam',
  workplaceId: await createWorkplace(db, { reference: 'absent-elsewhere' }),
})
const people = { ada, sam, pat, xaver, elsewhere } as const
type Who = keyof typeof people

const inHours = (hours: number) => new Date(clock().getTime() + hours * 3_600_000).toISOString()
const away = async (substitute: string, more: object = {}, by: TestClient = ada) => {
  const answer = await by.call(absenceCalls.create, {
    body: { from: inHours(-1), until: inHours(24), substitute, ...more },
  })
  return answer
}
const nobodyIsAway = () => admin.query('delete from absence')

async function makeTask(definitionId = errand): Promise<{ id: string; instanceId: string }> {
  const instanceId = await scenario.start(definitionId, { userId: 'stan' })
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  return { id: rows[0].id, instanceId }
}
const rowOf = async (id: string) => {
  const { rows } = await admin.query('select assignee, owner, delegation, priority from task where id = $1', [id])
  return rows[0]
}
const hashOf = async (id: string) =>
  (await operator.call(taskCalls.get, { params: { id } })).body.form?.document.hash ?? ''
const listOf = async (client: TestClient, query: object = {}) =>
  (await client.call(taskCalls.assigned, { query })).body.items

type State = 'assigned' | 'delegated' | 'unclaimed' | 'suspended' | 'completed'
const states: readonly State[] = ['assigned', 'delegated', 'unclaimed', 'suspended', 'completed']

async function makeTaskIn(state: State, definitionId = errand): Promise<string> {
  const { id, instanceId } = await makeTask(definitionId)
  if (state === 'unclaimed') await operator.call(taskCalls.assign, { params: { id }, body: { username: null } })
  if (state === 'delegated') {
    await operator.call(taskCalls.assign, { params: { id }, body: { username: 'xaver' } })
    await xaver.call(taskCalls.delegate, { params: { id }, body: { username: 'ada' } })
  }
  if (state === 'suspended')
    await executeCommand(
      runtime,
      { workplaceId, userId: 'root', cause: 'test' },
      {
        target: { by: 'instance', id: instanceId },
        command: { type: 'suspendInstance', instanceId, isSuspended: true },
      },
    )
  if (state === 'completed')
    await ada.call(taskCalls.complete, { params: { id }, body: { values: {}, hash: await hashOf(id) } })
  return id
}

interface Action {
  readonly call: Call
  readonly params?: object
  readonly body?: (id: string) => Promise<object>
  /** Whom it is allowed in each state; in those that are left out nobody. Pat stands in for another process. */
  readonly allowed: Partial<Record<State, readonly Who[]>>
}

const held = { assigned: ['ada', 'sam'], delegated: ['ada', 'sam'] } as const
const actions: Readonly<Record<string, Action>> = {
  see: {
    call: taskCalls.get,
    allowed: {
      assigned: ['ada', 'sam'],
      delegated: ['ada', 'sam', 'xaver'],
      unclaimed: [],
      suspended: ['ada', 'sam'],
      completed: ['ada', 'sam'],
    },
  },
  claim: { call: taskCalls.claim, allowed: held },
  release: { call: taskCalls.unclaim, allowed: held },
  complete: { call: taskCalls.complete, body: async (id) => ({ values: {}, hash: await hashOf(id) }), allowed: held },
  delegate: { call: taskCalls.delegate, body: async () => ({ username: 'xaver' }), allowed: held },
  plan: {
    call: taskCalls.plan,
    body: async () => ({ priority: 91 }),
    allowed: { assigned: ['ada', 'sam'], delegated: ['ada', 'sam', 'xaver'] },
  },
  assign: { call: taskCalls.assign, body: async () => ({ username: 'sam' }), allowed: { delegated: ['xaver'] } },
  'keep a draft': {
    call: taskCalls.keepDraft,
    body: async (id) => ({ hash: await hashOf(id), values: {}, revision: 0, writer: 'w', timeZone: 'UTC' }),
    allowed: held,
  },
  comment: {
    call: commentCalls.add,
    params: { of: 'task' },
    body: async () => ({ message: 'Said' }),
    allowed: {
      assigned: ['ada', 'sam'],
      delegated: ['ada', 'sam', 'xaver'],
      suspended: ['ada', 'sam'],
      completed: ['ada', 'sam'],
    },
  },
}

describe('while Ada is away', () => {
  beforeAll(async () => {
    await nobodyIsAway()
    // Now, by whatever clock.
    const always = { from: '2000-01-01T00:00:00.000Z', until: '2100-01-01T00:00:00.000Z' }
    expect((await away('sam', always)).status).toBe(200)
    expect((await away('pat', { ...always, processKeys: ['secret'] })).status).toBe(200)
  })

  describe.each(Object.entries(actions))('to %s', (_, action) => {
    it.each(states)('a task that is %s', async (state) => {
      const verdicts: Record<string, boolean> = {}
      for (const [who, client] of Object.entries(people)) {
        const id = await makeTaskIn(state)
        const before = await rowOf(id)
        const body =
          state === 'completed'
            ? { values: {}, hash: 'x', username: 'xaver', message: 'Said', priority: 91, revision: 0, writer: 'w' }
            : await action.body?.(id)
        const { status } = await client.call(action.call, {
          params: { id, ...action.params },
          ...(body && { body }),
        } as object)
        verdicts[who] = status < 300
        if (status >= 300) {
          expect([who, status]).toEqual([who, expect.toBeOneOf([400, 403, 404, 409])])
          expect(await rowOf(id)).toEqual(before)
        }
      }
      const allowed = action.allowed[state] ?? []
      expect(verdicts).toEqual(
        Object.fromEntries(Object.keys(people).map((who) => [who, (allowed as readonly string[]).includes(who)])),
      )
    })
  })

  it('a substitute for one process gets the tasks of that process only', async () => {
    const id = await makeTaskIn('assigned', secret)
    expect((await pat.call(taskCalls.get, { params: { id } })).status).toBe(200)
    expect((await listOf(pat)).map((task) => task.process?.key)).toEqual(expect.arrayContaining(['secret']))
    expect((await listOf(pat)).filter((task) => task.process?.key === 'errand')).toEqual([])
  })

  it('clients that speak the API of Camunda see and do what they did before', async () => {
    const { id } = await makeTask()
    const { rows } = await admin.query(`select id from app_user where workplace_id = $1 and username = 'sam'`, [
      workplaceId,
    ])
    const token = await createApiToken(db, { id: rows[0].id, workplaceId, username: 'sam' } as never)
    const headers = { authorization: `Bearer ${token}` }
    const rest = (method: 'GET' | 'POST', url: string) =>
      app.inject({ method, url: `/engine-rest${url}`, headers, ...(method === 'POST' && { payload: {} }) })
    expect((await rest('GET', `/task/${id}`)).statusCode).toBeOneOf([403, 404])
    expect((await rest('POST', `/task/${id}/complete`)).statusCode).toBeGreaterThanOrEqual(400)
    expect(await rowOf(id)).toMatchObject({ assignee: 'ada' })
  })

  it('nothing of the process is shown beyond the task', async () => {
    const { id, instanceId } = await makeTask()
    const seesProcess = async (client: TestClient) =>
      (await client.call(taskCalls.get, { params: { id } })).body.permissions.seeProcess
    expect([await seesProcess(ada), await seesProcess(sam), await seesProcess(operator)]).toEqual([true, false, true])
    const { status } = await sam.send({ method: 'GET', url: `/api/processes/instances/${instanceId}` })
    expect(status).toBe(404)
    // As its own task it is of a process that he is involved in.
    await sam.call(taskCalls.claim, { params: { id } })
    expect(await seesProcess(sam)).toBe(true)
    expect((await sam.call(processCalls.diagram, { params: { id: instanceId } })).status).toBe(200)
  })

  it('a comment can mention a user who stands in', async () => {
    const { id } = await makeTask()
    const { body } = await ada.call(commentCalls.findReaders, { params: { of: 'task', id }, query: { q: 'sam' } })
    expect(body.map(({ username }) => username)).toEqual(['sam'])
  })
})

describe('the tasks of somebody who is away', () => {
  beforeEach(nobodyIsAway)

  it('stand among those of the substitute, marked, counted, and to be distinguished by a filter', async () => {
    await admin.query('delete from task_listing; delete from task')
    const { id } = await makeTask()
    await away('sam')
    const { id: own } = await makeTask()
    await operator.call(taskCalls.assign, { params: { id: own }, body: { username: 'sam' } })
    const inPlaceOf = Object.fromEntries(
      (await listOf(sam)).map((task) => [task.id, task.inPlaceOf?.displayName ?? null]),
    )
    expect(inPlaceOf).toEqual({ [id]: 'Ada Absent', [own]: null })
    expect((await listOf(sam, { whose: 'own' })).map((task) => task.id)).toEqual([own])
    expect((await listOf(sam, { whose: 'others' })).map((task) => task.id)).toEqual([id])
    expect((await listOf(sam, { whose: 'others', sort: 'name', process: 'secret' })).map((task) => task.id)).toEqual([])
    const now = clock().toISOString()
    const { body } = await sam.call(taskCalls.counts, { query: { now, todayEnds: now } })
    expect(body.assigned).toBe(2)
    expect((await sam.call(taskCalls.involved)).body.items).toHaveLength(2)
    expect((await sam.call(taskCalls.assignedCount, { query: { whose: 'others' } })).body.total).toBe(1)
    // Ada has her own as before.
    expect((await listOf(ada)).map((task) => task.inPlaceOf)).toEqual([null])
  })

  it('come when the absence begins, and go when it ends, by themselves', async () => {
    const { id } = await makeTask()
    await away('sam', { from: inHours(1 / 60), until: inHours(2 / 60) })
    const see = async () => (await sam.call(taskCalls.get, { params: { id } })).status
    expect(await see()).toBe(404)
    clock.advance({ seconds: 61 })
    expect(await see()).toBe(200)
    clock.advance({ seconds: 60 })
    expect(await see()).toBe(404)
    const body = { values: {}, hash: await hashOf(id) }
    expect((await sam.call(taskCalls.complete, { params: { id }, body })).status).toBe(404)
  })

  it('are completed in their place, which their history reports', async () => {
    const { id } = await makeTask()
    await away('sam')
    await sam.call(taskCalls.plan, { params: { id }, body: { priority: 77 } })
    const body = { values: {}, hash: await hashOf(id) }
    expect((await sam.call(taskCalls.complete, { params: { id }, body })).status).toBe(200)
    const history = (await ada.call(taskCalls.history, { params: { id } })).body
    expect(history.map(({ kind, by, inPlaceOf }) => [kind, by?.username ?? null, inPlaceOf?.username ?? null])).toEqual(
      [
        ['completed', 'sam', 'ada'],
        ['priority-changed', 'sam', 'ada'],
        ['created', null, null],
        ['process-started', 'stan', null],
      ],
    )
  })

  it('are taken over by one of two substitutes, and given back by undoing it', async () => {
    const { id } = await makeTask()
    await away('sam')
    await away('pat')
    const both = await Promise.all([sam, pat].map((client) => client.call(taskCalls.claim, { params: { id } })))
    // To the other one it is told as taken, or is no task of hers any more.
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, expect.toBeOneOf([404, 409])])
    const winner = both[0]?.status === 204 ? sam : pat
    const name = winner === sam ? 'sam' : 'pat'
    expect(await rowOf(id)).toMatchObject({ assignee: name })
    const [claimed] = (await winner.call(taskCalls.history, { params: { id } })).body
    expect([claimed?.kind, claimed?.by?.username, claimed?.inPlaceOf?.username]).toEqual(['claimed', name, 'ada'])
    await operator.call(taskCalls.assign, { params: { id }, body: { username: 'ada' } })
    const [outcome] = (await winner.call(taskBulkCalls.apply, { body: { action: { kind: 'claim' }, ids: [id] } })).body
    expect(outcome).toMatchObject({ isDone: true, mark: expect.any(String) })
    const undone = await winner.call(taskBulkCalls.undo, { body: { items: [{ id, mark: outcome?.mark ?? '' }] } })
    expect(undone.body).toMatchObject([{ isDone: true }])
    expect(await rowOf(id)).toMatchObject({ assignee: 'ada' })
  })

  it('that a substitute has released go back to the absent user by undo, also where the absent user could not claim them', async () => {
    const { id } = await makeTask()
    await away('sam')
    const release = async () =>
      (await sam.call(taskBulkCalls.apply, { body: { action: { kind: 'unclaim' }, ids: [id] } })).body[0]
    const undo = async (mark = '') => (await sam.call(taskBulkCalls.undo, { body: { items: [{ id, mark }] } })).body[0]
    const released = await release()
    expect(released).toMatchObject({ isDone: true, mark: expect.any(String) })
    expect((await sam.call(taskCalls.get, { params: { id } })).status).toBe(404)
    expect(await undo(released?.mark ?? '')).toMatchObject({ isDone: true })
    expect(await rowOf(id)).toMatchObject({ assignee: 'ada' })
    // Not by others, not twice, not when somebody was faster, and not when he does not stand in any more.
    const again = await release()
    expect(
      (await pat.call(taskBulkCalls.undo, { body: { items: [{ id, mark: again?.mark ?? '' }] } })).body,
    ).toMatchObject([{ isDone: false }])
    expect(await undo(released?.mark ?? '')).toMatchObject({ isDone: false })
    await nobodyIsAway()
    await away('pat')
    expect(await undo(again?.mark ?? '')).toMatchObject({ isDone: false })
    await nobodyIsAway()
    await away('sam')
    await operator.call(taskCalls.assign, { params: { id }, body: { username: 'xaver' } })
    expect(await undo(again?.mark ?? '')).toMatchObject({ isDone: false })
    expect(await rowOf(id)).toMatchObject({ assignee: 'xaver' })
  })

  it('are recorded as done for the assignee at the time of completion', async () => {
    const asSam = testRequest({
      ...{ id: sam.user.id, workplaceId, username: 'sam', roles: ['RoleUser'] },
      standsInFor: [{ username: 'ada', processKeys: null }],
    })
    const actions = {
      unclaim: (context: OperationContext, id: string) => unclaimTask(context, asSam, id),
      claim: (context: OperationContext, id: string) => claimTask(context, asSam, { id, username: 'sam' }),
    }
    for (const [action, [kind, from, to, place]] of Object.entries({
      unclaim: ['released', 'ada', 'sam', undefined],
      claim: ['claimed', 'sam', 'ada', 'ada'],
    })) {
      const { id } = await makeTask()
      const assign = (username: string | null) =>
        operator.call(taskCalls.assign, { params: { id }, body: { username: username ?? null } })
      await assign(from ?? null)
      const slow: typeof db = {
        ...db,
        read: async (...args: Parameters<typeof db.read>) => {
          const found = await db.read(...args)
          await assign(to ?? null)
          return found
        },
      } as typeof db
      expect(await actions[action as keyof typeof actions]({ db: slow, runtime, clock }, id)).toBeNull()
      const [last] = (await operator.call(taskCalls.history, { params: { id } })).body
      expect([last?.kind, last?.inPlaceOf?.username]).toEqual([kind, place])
    }
  })

  it('are not handed on by a substitute who is away too', async () => {
    const { id } = await makeTask()
    await away('sam')
    expect((await away('pat', {}, sam)).status).toBe(200)
    expect((await pat.call(taskCalls.get, { params: { id } })).status).toBe(404)
    expect((await sam.call(taskCalls.get, { params: { id } })).status).toBe(200)
  })

  it('are reported where one is chosen for a task', async () => {
    const until = inHours(24)
    await away('sam', { until })
    const { body } = await operator.call(taskCalls.findCandidates, { query: { q: 'ada' } })
    expect(body.filter(({ key }) => key === 'ada').map(({ key, away: absent }) => [key, absent])).toEqual([
      ['ada', { until, substitute: { username: 'sam', displayName: 'Sam Standin' }, processes: null }],
    ])
    const { id } = await makeTask()
    const reach = (await ada.call(taskCalls.reach, { params: { id } })).body
    expect(reach.assignee?.away).toMatchObject({ until, substitute: { username: 'sam' } })
  })
})

describe('an absence', () => {
  beforeEach(nobodyIsAway)
  const codeOf = async (answer: ReturnType<typeof away>) => ((await answer) as { error?: { code: string } }).error?.code

  it('is listed for both, changed and removed', async () => {
    const { body } = await away('sam', { note: 'Ask the office.', processKeys: ['errand'] })
    const { id } = body
    const lists = async (client: TestClient) => (await client.call(absenceCalls.list)).body
    expect(await lists(ada)).toMatchObject({
      own: [
        {
          id,
          substitute: { displayName: 'Sam Standin' },
          note: 'Ask the office.',
          processes: [{ key: 'errand', name: 'errand' }],
        },
      ],
      standsInFor: [],
    })
    expect(await lists(sam)).toMatchObject({ own: [], standsInFor: [{ id, person: { displayName: 'Ada Absent' } }] })
    const span = { from: inHours(0), until: inHours(2), substitute: 'pat' }
    expect((await ada.call(absenceCalls.change, { params: { id }, body: span })).status).toBe(204)
    expect((await lists(sam)).standsInFor).toEqual([])
    expect((await lists(pat)).standsInFor).toMatchObject([{ id, processes: null, note: null }])
    for (const client of [sam, pat, xaver, elsewhere])
      expect((await client.call(absenceCalls.remove, { params: { id } })).status).toBe(404)
    expect((await ada.call(absenceCalls.remove, { params: { id } })).status).toBe(204)
    expect((await lists(ada)).own).toEqual([])
    expect((await ada.call(absenceCalls.remove, { params: { id } })).status).toBe(404)
  })

  it('names another user, who may work at tasks and is there', async () => {
    await signIn({ username: 'nora', roles: ['RoleDesign'] })
    expect(await codeOf(away('ada'))).toBe('absence.substitute')
    expect(await codeOf(away('nora'))).toBe('absence.substitute')
    expect(await codeOf(away('nobody'))).toBe('thing.not-found')
    expect(await codeOf(away('sam', { processKeys: ['nothing'] }))).toBe('thing.not-found')
    expect(await codeOf(away('sam', { until: inHours(-1) }))).toBe('absence.over')
    expect(await codeOf(away('sam', { from: inHours(5), until: inHours(4) }))).toBe('absence.over')
  })

  it('never goes round in circles: of two who name each other at once one is refused', async () => {
    const both = await Promise.all([away('sam'), away('ada', {}, sam)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    await nobodyIsAway()
    await away('sam', { processKeys: ['errand'] })
    expect(await codeOf(away('ada', { processKeys: ['errand'] }, sam))).toBe('absence.substitute')
    // For other processes, or another time, she is there.
    expect((await away('ada', { processKeys: ['secret'] }, sam)).status).toBe(200)
    expect((await away('ada', { from: inHours(48), until: inHours(72) }, sam)).status).toBe(200)
  })

  it('does not deadlock with a transaction that notifies both users in the other order', async () => {
    const ids = (
      await admin.query<{ id: string }>(
        `select id from app_user where workplace_id = $1 and username in ('ada', 'sam') order by id desc`,
        [workplaceId],
      )
    ).rows.map(({ id }) => id)
    const { id: taskId } = await makeTask()
    const noticeFor = (userId = '') => ({
      name: 'test_tell',
      text: `insert into notice (workplace_id, id, user_id, kind, task_id, created_at, is_shown) values ($1, $2, $3, 'assigned', $4, now(), true)`,
      values: [workplaceId, crypto.randomUUID(), userId, taskId],
    })
    const waiting = async () =>
      (
        await admin.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%app_user%'`,
        )
      ).rowCount ?? 0
    // Both accounts are named by one transaction, the later first, while another locks both, the earlier first.
    const met = await db.withTransaction({ workplaceId, userId: null, cause: 'test' }, async (tx) => {
      await tx.batch([noticeFor(ids[0])])
      const locking = away('sam').then(({ status }) => status)
      let outcome: number | 'waits' | null = null
      void locking.then((status) => {
        outcome = status
      })
      while (outcome === null) if ((await waiting()) > 0) outcome = 'waits'
      if (outcome !== 'waits') await tx.batch([noticeFor(ids[1])])
      return outcome
    })
    expect(met).toBe(200)
    await nobodyIsAway()
  })

  it('is entered for others by user administrators only', async () => {
    const of = { username: 'ada' }
    expect((await away('sam', of, xaver)).status).toBe(403)
    expect((await away('sam', of, operator)).status).toBe(403)
    expect((await away('sam', of, keeper)).status).toBe(200)
    const { body } = await keeper.call(absenceCalls.list, { query: of })
    expect(body.own).toMatchObject([{ person: { username: 'ada' }, substitute: { username: 'sam' } }])
    expect((await xaver.call(absenceCalls.list, { query: of })).status).toBe(403)
    expect((await keeper.call(absenceCalls.remove, { params: { id: body.own[0]?.id ?? '' } })).status).toBe(204)
  })

  it('is one of at most twenty', async () => {
    for (let day = 1; day <= 20; day++)
      expect((await away('sam', { from: inHours(day * 24), until: inHours(day * 24 + 1) })).status).toBe(200)
    expect(await codeOf(away('sam', { from: inHours(900), until: inHours(901) }))).toBe('absence.too-many')
  })

  it('stays when its substitute has no account any more, and says so', async () => {
    await signIn({ username: 'gone' })
    await away('gone')
    await admin.query(`delete from app_user where workplace_id = $1 and username = 'gone'`, [workplaceId])
    expect((await ada.call(absenceCalls.list)).body.own).toMatchObject([{ substitute: null }])
  })
})

it('a session is asked for whom its user stands in with each call, and costs no call more', async () => {
  await nobodyIsAway()
  const { id } = await makeTask()
  const fresh = await signIn({ username: 'fay' })
  expect((await fresh.call(taskCalls.get, { params: { id } })).status).toBe(404)
  await away('fay')
  expect((await fresh.call(taskCalls.get, { params: { id } })).status).toBe(200)
  expect((await fresh.call(accountCalls.sessions)).status).toBe(200)
  await nobodyIsAway()
  expect((await fresh.call(taskCalls.get, { params: { id } })).status).toBe(404)
})
