import { randomUUID } from 'node:crypto'
import { process } from '@millrace/bpmn/builder'
import type { Role } from '@millrace/contract'
import { createTestDatabase, testRequest } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'
import { createTestRuntime } from '../../runtime/testing/test-runtime.ts'
import type { GivenValues } from '../given-values.ts'
import type { OperationContext } from '../operation-context.ts'
import { assignTask } from './assign-task.ts'
import { changeTaskLink } from './change-task-link.ts'
import { claimTask } from './claim-task.ts'
import { completeTask } from './complete-task.ts'
import { delegateTask } from './delegate-task.ts'
import { planTask } from './plan-task.ts'
import { resolveTask } from './resolve-task.ts'
import { unclaimTask } from './unclaim-task.ts'

/**
 * Each operation reads the task, checks the right, and locks it then. Here somebody else is faster between reading and
 * lock: what the user may do is asked again, on the task as it is under the lock.
 */
const { db, admin, workplaceId } = await createTestDatabase()
const other = createTestRuntime(db)
const elsewhere: OperationContext = { db, runtime: other, clock: other.clock }
const scenario = await createScenario(other, workplaceId)
const errand = await scenario.deploy(
  process('errand').start().userTask('run', { 'camunda:candidateUsers': 'ada,bob' }).end().toXml(),
)

const by = (username: string, roles: readonly Role[] = ['RoleUser']) =>
  testRequest({ id: randomUUID(), workplaceId, username, roles })
const [ada, operator] = [by('ada'), by('pia', ['RoleProcessAdmin'])]

/** A task with this assignee. */
async function makeTask(assignee: string | null): Promise<string> {
  const instanceId = await scenario.start(errand)
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  const { id } = rows[0]
  if (assignee !== null) expect(await assignTask(elsewhere, operator, { id, assignee })).toBeNull()
  return id
}

/** A process of the server that has no rows in memory; after its first reading something happens in another one. */
function contextWith(meanwhile: () => Promise<unknown>): OperationContext {
  let isFirst = true
  const reading: Database['read'] = async (...given) => {
    const found = await db.read(...given)
    if (isFirst) {
      isFirst = false
      expect(await meanwhile()).toBeNull()
    }
    return found
  }
  const runtime = createTestRuntime(db)
  return { db: { ...db, read: reading }, runtime, clock: runtime.clock }
}

const readTask = async (id: string) =>
  (await admin.query('select assignee, owner, delegation, priority from task where id = $1', [id])).rows[0]

const given: GivenValues = { kind: 'variables', variables: [] }
const complete = (context: OperationContext, id: string) =>
  completeTask(context, ada, { id, given, delegated: 'return' })

type Operation = (context: OperationContext, id: string) => Promise<unknown>
const toBob = (id: string) => assignTask(elsewhere, operator, { id, assignee: 'bob' })

const cases: readonly (readonly [string, string | null, Operation, (id: string) => Promise<unknown>, string])[] = [
  ['completed by whoever had it', 'ada', complete, toBob, 'task.not-yours'],
  [
    'given back to its owner',
    'ada',
    (context, id) => resolveTask(context, ada, { id, given }),
    toBob,
    'task.not-yours',
  ],
  ['released', 'ada', (context, id) => unclaimTask(context, ada, id), toBob, 'task.not-yours'],
  ['delegated', 'ada', (context, id) => delegateTask(context, ada, { id, assignee: 'eve' }), toBob, 'right.missing'],
  ['planned', 'ada', (context, id) => planTask(context, ada, { id, plan: { priority: 80 } }), toBob, 'right.missing'],
  [
    'claimed by a second one',
    null,
    (context, id) => claimTask(context, ada, { id, username: 'ada' }),
    (id) => claimTask(elsewhere, by('bob'), { id, username: 'bob' }),
    'task.taken',
  ],
  [
    'claimed by who is no candidate any more',
    null,
    (context, id) => claimTask(context, ada, { id, username: 'ada' }),
    (id) =>
      changeTaskLink(elsewhere, operator, {
        ...{ id, operation: 'delete' },
        link: { userId: 'ada', groupId: null, type: 'candidate' },
      }),
    'thing.not-found',
  ],
  [
    'completed after it was delegated to the same user',
    'ada',
    complete,
    (id) => delegateTask(elsewhere, operator, { id, assignee: 'ada' }),
    'form.changed',
  ],
]

describe('a task that another user changes between reading and lock', () => {
  it.each(cases)('is not %s', async (_, assignee, operation, change, code) => {
    const id = await makeTask(assignee)
    let changed: unknown
    const context = contextWith(async () => {
      const answer = await change(id)
      changed = await readTask(id)
      return answer
    })
    const answer = await operation(context, id)
    expect(answer instanceof Refusal ? answer.code : answer).toBe(code)
    expect(changed).toBeDefined()
    expect(await readTask(id)).toEqual(changed)
  })

  it('is completed once, and the slower one learns that it is over', async () => {
    const id = await makeTask('ada')
    const done = (await complete(
      contextWith(async () => ((await complete(elsewhere, id)) instanceof Refusal ? 'refused' : null)),
      id,
    )) as Refusal
    expect(done.code).toBe('task.over')
  })

  it('is completed where nothing happens meanwhile', async () => {
    const id = await makeTask('ada')
    expect(
      await complete(
        contextWith(async () => null),
        id,
      ),
    ).toMatchObject({ isReturned: false })
    expect(await readTask(id)).toBeUndefined()
  })
})
