import { process } from '@millrace/bpmn/builder'
import { taskCalls } from '@millrace/contract'
import { addToGroup, createTestApp, createUser, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const operator = await signIn({ roles: ['RoleProcessAdmin'] })

const check = await scenario.deploy(
  process('check')
    .start()
    .userTask('look', {
      name: 'Look',
      'camunda:assignee': '${assignee}',
      'camunda:candidateUsers': '${users}',
      'camunda:candidateGroups': '${groups}',
    })
    .end()
    .toXml(),
)

interface Named {
  readonly assignee?: string
  readonly users?: string
  readonly groups?: string
}

async function startTask({ assignee, users, groups }: Named = {}): Promise<string> {
  const variables = { assignee: assignee ?? null, users: users ?? null, groups: groups ?? null }
  const instanceId = await scenario.start(check, { variables })
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  return rows[0].id
}

const reachOf = async (id: string) => (await operator.call(taskCalls.reach, { params: { id } })).body
const listed = async (id: string) => {
  const { body } = await operator.call(taskCalls.open, { query: { size: 100 } })
  return body.items.find((row) => row.id === id)
}

const member = async (username: string, options: Partial<Parameters<typeof createUser>[1]>) =>
  createUser(db, { workplaceId, username, ...options })
await member('able', { groups: ['crew', 'mixed'] })
await member('gone', { status: 'disabled', groups: ['away', 'mixed'] })
await member('locked-out', { status: 'locked' })
await member('painter', { roles: ['RoleDesign'], groups: ['studio'] })
await member('engineer', { roles: [], groups: ['ROLE_PROCESSENGINE_USER'] })
const formerId = (await member('former', {})).id
await addToGroup(db, { workplaceId, key: 'deserted', userId: formerId })
await admin.query('delete from group_member where user_id = $1', [formerId])

describe('who can work on an open task', () => {
  it.each<[Named, string | null]>([
    [{}, 'nobody-named'],
    [{ assignee: 'able' }, null],
    [{ assignee: 'nemo' }, 'assignee-gone'],
    [{ assignee: 'gone' }, 'assignee-gone'],
    [{ assignee: 'painter' }, 'assignee-gone'],
    // Whoever has it decides: that others could claim it helps nobody.
    [{ assignee: 'nemo', users: 'able' }, 'assignee-gone'],
    // Ends by itself, or with a word of an administrator.
    [{ assignee: 'locked-out' }, null],
    [{ users: 'able' }, null],
    [{ users: 'nemo,gone,painter' }, 'candidates-gone'],
    [{ users: 'nemo,able' }, null],
    [{ groups: 'crew' }, null],
    [{ groups: 'mixed' }, null],
    [{ groups: 'away' }, 'candidates-gone'],
    [{ groups: 'studio' }, 'candidates-gone'],
    [{ groups: 'deserted' }, 'candidates-gone'],
    [{ groups: 'nobody-knows-it' }, 'candidates-gone'],
    [{ users: 'nemo', groups: 'away,crew' }, null],
  ])('%j: %s', async (named, obstacle) => {
    const id = await startTask(named)
    expect((await reachOf(id)).obstacle).toBe(obstacle)
    expect((await listed(id))?.obstacle).toBe(obstacle)
  })

  it('is said of everybody named, with what keeps them from it', async () => {
    const { assignee, candidates } = await reachOf(
      await startTask({ users: 'able,nemo,gone,painter', groups: 'crew,away,studio,deserted,nobody-knows-it' }),
    )
    expect(assignee).toBeNull()
    const states = Object.fromEntries(candidates.map(({ kind, key, state }) => [`${kind} ${key}`, state]))
    expect(states).toEqual({
      'user able': 'fine',
      'user nemo': 'unknown',
      'user gone': 'disabled',
      'user painter': 'roleless',
      'group crew': 'fine',
      'group away': 'roleless',
      'group studio': 'roleless',
      'group deserted': 'empty',
      'group nobody-knows-it': 'unknown',
    })
  })

  it('knows nobody of another workplace', async () => {
    const other = await createWorkplace(db)
    await createUser(db, { workplaceId: other, username: 'stranger', groups: ['strangers'] })
    const { obstacle, candidates } = await reachOf(await startTask({ users: 'stranger', groups: 'strangers' }))
    expect([obstacle, candidates.map(({ state }) => state)]).toEqual(['candidates-gone', ['unknown', 'unknown']])
    const found = await operator.call(taskCalls.findCandidates, { query: { q: 'stranger' } })
    expect(found.body).toEqual([])
  })
})

describe('mending it', () => {
  it('gives the task to somebody, and takes it back', async () => {
    const id = await startTask()
    const give = (username: string | null) => operator.call(taskCalls.assign, { params: { id }, body: { username } })
    expect((await give('able')).status).toBe(204)
    expect(await reachOf(id)).toMatchObject({ obstacle: null, assignee: { key: 'able', state: 'fine' } })
    const unknown = await give('nemo')
    expect([unknown.status, unknown.error.code]).toEqual([404, 'thing.not-found'])
    expect((await give(null)).status).toBe(204)
    expect(await reachOf(id)).toMatchObject({ obstacle: 'nobody-named', assignee: null })
  })

  it('names candidates who are there, each once', async () => {
    const id = await startTask()
    const add = (kind: 'user' | 'group', key: string) =>
      operator.call(taskCalls.addCandidate, { params: { id, kind, key } })
    expect((await add('group', 'crew')).status).toBe(204)
    expect((await add('group', 'crew')).status).toBe(204)
    expect((await add('user', 'able')).status).toBe(204)
    expect((await add('group', 'nobody-knows-it')).status).toBe(404)
    const { obstacle, candidates } = await reachOf(id)
    expect([obstacle, candidates.map(({ key }) => key)]).toEqual([null, ['crew', 'able']])
    await operator.call(taskCalls.removeCandidate, { params: { id, kind: 'group', key: 'crew' } })
    await operator.call(taskCalls.removeCandidate, { params: { id, kind: 'user', key: 'able' } })
    expect((await reachOf(id)).obstacle).toBe('nobody-named')
  })

  it('finds possible assignees, for users with the right to see the task', async () => {
    const id = await startTask({ assignee: 'able' })
    const worker = await signIn()
    expect((await worker.call(taskCalls.reach, { params: { id } })).error.code).toBe('thing.not-found')
    expect((await worker.call(taskCalls.assign, { params: { id }, body: { username: 'able' } })).status).toBe(404)
    const { body } = await operator.call(taskCalls.findCandidates, { query: { q: 'ABL' } })
    expect(body).toEqual([{ kind: 'user', key: 'able', name: 'Ada Example', state: 'fine', away: null }])
    // Signs of a pattern are letters like others.
    expect((await operator.call(taskCalls.findCandidates, { query: { q: '%' } })).body).toEqual([])
  })

  it('reports a task that is over who had it: a page may still ask for what was just completed', async () => {
    const id = await startTask({ assignee: 'able', groups: 'workers' })
    const { rows } = await admin.query('select instance_id from task where id = $1', [id])
    await operator.send({ method: 'DELETE', url: `/api/processes/instances/${rows[0].instance_id}` })
    const { status, body } = await operator.call(taskCalls.reach, { params: { id } })
    expect([status, body]).toEqual([
      200,
      {
        obstacle: null,
        assignee: { kind: 'user', key: 'able', name: 'Ada Example', state: 'fine', away: null },
        candidates: [],
      },
    ])
  })
})
