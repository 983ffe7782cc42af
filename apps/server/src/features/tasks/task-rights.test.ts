import { process } from '@millrace/bpmn/builder'
import { api, type Call, commentCalls, type Role, type TaskAction } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

/** Every action on one task, by everybody who may have to do with it, in each state of the task: the verdict and the effect. */
const { db, runtime, workplaceId, signIn, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const errand = await scenario.deploy(
  process('errand', { name: 'Errand' })
    .start()
    .userTask('pack', { 'camunda:assignee': 'paul' })
    .userTask('run', { 'camunda:candidateUsers': 'cara', 'camunda:candidateGroups': 'runners' })
    .end()
    .toXml(),
)
const elsewhere = await createWorkplace(db, { reference: 'rights-elsewhere' })

const people = {
  assignee: { username: 'ada' },
  owner: { username: 'olga' },
  candidate: { username: 'cara' },
  member: { username: 'gero', groups: ['runners'] },
  starter: { username: 'stan' },
  /** Has done the task before it. */
  participant: { username: 'paul' },
  processAdministrator: { username: 'pia', roles: ['RoleProcessAdmin'] },
  administrator: { username: 'adam', roles: ['RoleAdmin'] },
  stranger: { username: 'xaver' },
  elsewhere: { username: 'ada', workplaceId: elsewhere, roles: ['RoleUser', 'RoleAdmin'] },
} as const satisfies Record<
  string,
  { username: string; groups?: readonly string[]; roles?: readonly Role[]; workplaceId?: string }
>

type Who = keyof typeof people
const clients = {} as Record<Who, TestClient>
for (const [who, options] of Object.entries(people)) clients[who as Who] = await signIn(options)

const everyone = Object.keys(people) as Who[]
const operators = ['processAdministrator', 'administrator'] as const

type State = 'unclaimed' | 'claimed' | 'delegated' | 'resolved' | 'suspended' | 'completed' | 'cancelled'
const states: readonly State[] = [
  'unclaimed',
  'claimed',
  'delegated',
  'resolved',
  'suspended',
  'completed',
  'cancelled',
]

/** A task in that state. In all but the first Ada has it; Olga owns what was delegated. */
async function makeTask(state: State): Promise<{ taskId: string; instanceId: string }> {
  const instanceId = await scenario.start(errand, { userId: 'stan' })
  const root = clients.administrator
  const packing = await idOfTask(instanceId)
  const packed = { values: {}, hash: await hashOf(packing) }
  expect((await clients.participant.call(api.tasks.complete, { params: { id: packing }, body: packed })).status).toBe(
    200,
  )
  const taskId = await idOfTask(instanceId)
  const done = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBe(204)
  const assign = (username: string) => done(root.call(api.tasks.assign, { params: { id: taskId }, body: { username } }))
  if (state === 'unclaimed') return { taskId, instanceId }
  if (state === 'delegated' || state === 'resolved') {
    await assign(state === 'delegated' ? 'olga' : 'ada')
    const by = state === 'delegated' ? 'owner' : 'assignee'
    const to = state === 'delegated' ? 'ada' : 'olga'
    await done(clients[by].call(api.tasks.delegate, { params: { id: taskId }, body: { username: to } }))
    if (state === 'delegated') return { taskId, instanceId }
    const hash = await hashOf(taskId)
    const body = { values: {}, hash }
    expect((await clients.owner.call(api.tasks.complete, { params: { id: taskId }, body })).status).toBe(200)
    return { taskId, instanceId }
  }
  await assign('ada')
  if (state === 'suspended') await suspend(instanceId)
  if (state === 'completed') {
    const body = { values: {}, hash: await hashOf(taskId) }
    expect((await clients.assignee.call(api.tasks.complete, { params: { id: taskId }, body })).status).toBe(200)
  }
  if (state === 'cancelled') await done(root.call(api.processes.cancel, { params: { id: instanceId } }))
  return { taskId, instanceId }
}

async function idOfTask(instanceId: string): Promise<string> {
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  return rows[0].id
}

async function suspend(instanceId: string): Promise<void> {
  const command = { type: 'suspendInstance', instanceId, isSuspended: true } as const
  await executeCommand(
    runtime,
    { workplaceId, userId: 'root', cause: 'test' },
    { target: { by: 'instance', id: instanceId }, command },
  )
}

async function hashOf(id: string): Promise<string> {
  const { body } = await clients.administrator.call(api.tasks.get, { params: { id } })
  return body.form?.document.hash ?? 'x'
}

async function rowOf(id: string) {
  const { rows } = await admin.query(
    `select t.assignee, t.owner, t.delegation, t.priority, t.candidate_users, t.candidate_groups,
      (select count(*)::int from task_comment c where c.task_id = $1) as comments,
      (select count(*)::int from task_attachment a where a.task_id = $1) as attachments,
      (select count(*)::int from task p where p.parent_task_id = $1) as parts from (select $1::uuid) x left join task t on t.id = $1`,
    [id],
  )
  return rows[0]
}

interface Action {
  readonly call: Call
  readonly params?: (id: string) => object
  readonly body?: (id: string) => Promise<object>
  /** Of an answer that is given to everybody. */
  readonly isDone?: (answer: unknown) => boolean
  /** Who may, in each state; in those that are left out nobody. */
  readonly allowed: Partial<Record<State, readonly Who[]>>
  /** What differs afterwards. */
  readonly effect: object | null
}

const open = ['unclaimed', 'claimed', 'delegated', 'resolved'] as const
const inEach = (list: readonly State[], who: readonly Who[]) => Object.fromEntries(list.map((state) => [state, who]))
const submission = async (id: string) => ({ values: {}, hash: await hashOf(id) })
const parts = (more: object) => (id: string) => ({ id, ...more })

/** Whoever has to do with it, and those who run processes. */
const readers: Action['allowed'] = {
  unclaimed: ['candidate', 'member', ...operators],
  ...inEach(['claimed', 'suspended', 'resolved'], ['assignee', 'candidate', 'member', ...operators]),
  delegated: ['assignee', 'owner', 'candidate', 'member', ...operators],
  ...inEach(['completed', 'cancelled'], ['assignee', ...operators]),
}

/** The same by the call for many tasks at once, which answers for each. */
function together(action: TaskAction, { allowed, effect }: Pick<Action, 'allowed' | 'effect'>): Action {
  return {
    call: api.taskBulk.apply,
    params: () => ({}),
    body: async (id) => ({
      action: action.kind === 'complete' ? { ...action, hash: await hashOf(id) } : action,
      ids: [id],
    }),
    isDone: (answer) => (answer as readonly { isDone: boolean }[])[0]?.isDone === true,
    allowed,
    effect,
  }
}

/** In the state “delegated” Olga owns the task; in “resolved” Ada owns it and has it back. */
const actions: Readonly<Record<string, Action>> = {
  claim: {
    call: api.tasks.claim,
    allowed: {
      unclaimed: ['candidate', 'member', ...operators],
      claimed: ['assignee'],
      delegated: ['assignee'],
      resolved: ['assignee'],
    },
    effect: null,
  },
  release: {
    call: api.tasks.unclaim,
    allowed: inEach(['claimed', 'delegated', 'resolved'], ['assignee']),
    effect: { assignee: null },
  },
  complete: {
    call: api.tasks.complete,
    body: submission,
    allowed: inEach(['claimed', 'delegated', 'resolved'], ['assignee']),
    effect: null,
  },
  delegate: {
    call: api.tasks.delegate,
    body: async () => ({ username: 'gero', note: 'Have a look' }),
    allowed: { unclaimed: operators, ...inEach(['claimed', 'delegated', 'resolved'], ['assignee', ...operators]) },
    effect: { assignee: 'gero', delegation: 'PENDING', comments: 1 },
  },
  assign: {
    call: api.tasks.assign,
    body: async () => ({ username: 'gero' }),
    allowed: {
      ...inEach(['unclaimed', 'claimed'], operators),
      delegated: ['owner', ...operators],
      resolved: ['assignee', ...operators],
    },
    effect: { assignee: 'gero' },
  },
  plan: {
    call: api.tasks.plan,
    body: async () => ({ priority: 91, dueAt: '2031-01-01T00:00:00.000Z' }),
    allowed: {
      unclaimed: operators,
      ...inEach(['claimed', 'resolved'], ['assignee', ...operators]),
      delegated: ['assignee', 'owner', ...operators],
    },
    effect: { priority: 91 },
  },
  'add a candidate': {
    call: api.tasks.addCandidate,
    params: parts({ kind: 'user', key: 'xaver' }),
    allowed: {
      ...inEach(['unclaimed', 'claimed'], operators),
      delegated: ['owner', ...operators],
      resolved: ['assignee', ...operators],
    },
    effect: { candidate_users: ['cara', 'xaver'] },
  },
  'remove a candidate': {
    call: api.tasks.removeCandidate,
    params: parts({ kind: 'group', key: 'runners' }),
    allowed: {
      ...inEach(['unclaimed', 'claimed'], operators),
      delegated: ['owner', ...operators],
      resolved: ['assignee', ...operators],
    },
    effect: { candidate_groups: [] },
  },
  comment: {
    call: commentCalls.add,
    params: parts({ of: 'task' }),
    body: async () => ({ message: 'Said' }),
    allowed: readers,
    effect: { comments: 1 },
  },
  attach: {
    call: commentCalls.attach,
    params: parts({ of: 'task' }),
    body: async () => ({ url: 'https://example.org/plan', name: 'The plan' }),
    allowed: readers,
    effect: { attachments: 1 },
  },
  'add a sub-task': {
    call: api.tasks.create,
    params: () => ({}),
    body: async (id) => ({ name: 'A part of it', parentTaskId: id }),
    allowed: { ...readers, suspended: [], completed: [], cancelled: [] },
    effect: { parts: 1 },
  },
  see: { call: api.tasks.get, allowed: readers, effect: null },
  'read the history of': { call: api.tasks.history, allowed: readers, effect: null },
  'read the comments of': { call: commentCalls.list, params: parts({ of: 'task' }), allowed: readers, effect: null },
  'see the files of': { call: commentCalls.files, params: parts({ of: 'task' }), allowed: readers, effect: null },
  'see the sub-tasks of': { call: api.tasks.subtasks, allowed: readers, effect: null },
  'see who else is at': { call: api.tasks.viewers, allowed: readers, effect: null },
}

/** What many tasks at once are done to, by the rules for one. */
const many: Readonly<Record<string, Action>> = {
  claim: together({ kind: 'claim' }, { ...pick('claim'), effect: null }),
  release: together({ kind: 'unclaim' }, pick('release')),
  complete: together({ kind: 'complete', values: {}, hash: '', action: null, timeZone: 'UTC' }, pick('complete')),
  delegate: together({ kind: 'delegate', username: 'gero', note: 'Have a look' }, pick('delegate')),
  reassign: together({ kind: 'assign', username: 'gero' }, pick('assign')),
  prioritise: together({ kind: 'priority', priority: 91 }, pick('plan')),
  date: together({ kind: 'due', at: '2031-01-01T00:00:00.000Z' }, { ...pick('plan'), effect: null }),
}

function pick(name: string): Pick<Action, 'allowed' | 'effect'> {
  return actions[name] ?? { allowed: {}, effect: null }
}

const all: [string, Action][] = [
  ...Object.entries(actions),
  ...Object.entries(many).map(([name, action]): [string, Action] => [`${name}, with others,`, action]),
]

describe.each(all)('to %s', (_, action) => {
  it.each(states)('a task that is %s', async (state) => {
    const verdicts: Record<string, boolean> = {}
    let { taskId } = await makeTask(state)
    let before = await rowOf(taskId)
    for (const who of everyone) {
      const body = await action.body?.(taskId)
      const answer = await clients[who].call(action.call, {
        params: action.params?.(taskId) ?? { id: taskId },
        ...(body && { body }),
      } as object)
      const { status } = answer
      const isDone = status < 300 && (action.isDone?.(answer.body) ?? true)
      verdicts[who] = isDone
      const after = await rowOf(taskId)
      if (!isDone) {
        expect([who, status]).toEqual([who, expect.toBeOneOf([403, 404, 409, ...(action.isDone ? [200] : [])])])
        expect(after).toEqual(before)
        continue
      }
      if (action.effect !== null) expect(after).toMatchObject(action.effect)
      if (action.call.method === 'GET') expect(after).toEqual(before)
      // Whoever reads leaves the task as it is for the next one.
      if (action.call.method === 'GET' || who === everyone.at(-1)) continue
      ;({ taskId } = await makeTask(state))
      before = await rowOf(taskId)
    }
    const allowed = action.allowed[state] ?? []
    expect(verdicts).toEqual(Object.fromEntries(everyone.map((who) => [who, allowed.includes(who)])))
  })
})

it('shows a page what its user may do by the same rules', async () => {
  for (const state of open) {
    const { taskId } = await makeTask(state)
    for (const who of everyone) {
      const { body, status } = await clients[who].call(api.tasks.get, { params: { id: taskId } })
      if (status !== 200) continue
      const { assign, plan, share } = body.permissions
      expect([who, assign, plan, share]).toEqual([
        who,
        actions.assign?.allowed[state]?.includes(who) ?? false,
        actions.plan?.allowed[state]?.includes(who) ?? false,
        actions['add a candidate']?.allowed[state]?.includes(who) ?? false,
      ])
    }
  }
})
