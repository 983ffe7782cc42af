import { process } from '@millrace/bpmn/builder'
import { commentCalls, processCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, admin: database } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)

type SignedIn = Awaited<ReturnType<typeof signIn>>

/** Somebody checks; then one has a task, some may claim another, and a step in the background may fail. */
const review = await scenario.deploy(
  process('review', { name: 'Review' })
    .start()
    .userTask('check', { name: 'Check', 'camunda:assignee': '${participant}' })
    .parallelGateway('fork')
    .userTask('own', { name: 'Own', 'camunda:assignee': '${assignee}' })
    .end('ownDone')
    .moveTo('fork')
    .userTask('offer', {
      name: 'Offer',
      'camunda:candidateUsers': '${candidate}',
      'camunda:candidateGroups': 'reviewers',
    })
    .end('offerDone')
    .moveTo('fork')
    .serviceTask('work', { name: 'Work', 'camunda:asyncBefore': true, 'camunda:expression': '${true}' })
    .end('workDone')
    .toXml(),
)

const people: Readonly<Record<string, SignedIn>> = {
  starter: await signIn(),
  participant: await signIn(),
  assignee: await signIn(),
  candidate: await signIn(),
  'candidate by group': await signIn({ groups: ['reviewers'] }),
  'process administrator': await signIn({ roles: ['RoleProcessAdmin'] }),
  administrator: await signIn({ roles: ['RoleAdmin'] }),
  stranger: await signIn({ groups: ['others'] }),
  'other workplace': await signIn({
    workplaceId: await createWorkplace(db),
    roles: ['RoleUser', 'RoleAdmin', 'RoleProcessAdmin'],
    groups: ['reviewers'],
  }),
}
const nameOf = (who: string) => people[who]?.user.username ?? ''

const states = ['open', 'suspended', 'incident', 'ended', 'cancelled'] as const
type State = (typeof states)[number]

interface Made {
  readonly id: string
  /** The id of the check, which has been completed. */
  readonly formId: string
  readonly incidentId: string
  readonly variableId: string
}

type Command = Parameters<typeof executeCommand>[2]['command']
type Target = Parameters<typeof executeCommand>[2]['target']
const act = (userId: string | null, target: Target, command: Command) =>
  executeCommand(runtime, { workplaceId, userId, cause: 'test' }, { target, command })

const find = async (text: string, values: unknown[]) => (await database.query(text, values)).rows[0]?.id as string

async function complete(id: string, key: string, userId: string): Promise<string> {
  const taskId = await find('select id from task where instance_id = $1 and task_key = $2', [id, key])
  await act(userId, { by: 'task', id: taskId }, { type: 'completeTask', taskId, variables: [] })
  return taskId
}

async function make(state: State): Promise<Made> {
  const id = await scenario.start(review, {
    userId: nameOf('starter'),
    variables: {
      participant: nameOf('participant'),
      assignee: nameOf('assignee'),
      candidate: nameOf('candidate'),
    },
  })
  const formId = await complete(id, 'check', nameOf('participant'))
  const jobId = await find('select id from job where instance_id = $1', [id])
  const variableId = await find(`select id from variable where instance_id = $1 and name = 'assignee'`, [id])
  const target = { by: 'instance', id } as const
  if (state === 'suspended') await act('boss', target, { type: 'suspendInstance', instanceId: id, isSuspended: true })
  if (state === 'incident')
    await act(
      null,
      { by: 'job', id: jobId },
      { type: 'recordJobFailure', jobId, message: 'It broke.', isFinal: true, detail: null },
    )
  if (state === 'ended') {
    await complete(id, 'own', nameOf('assignee'))
    await complete(id, 'offer', nameOf('starter'))
    await act(null, { by: 'job', id: jobId }, { type: 'runJob', jobId })
  }
  if (state === 'cancelled')
    await act('boss', target, {
      type: 'deleteInstance',
      instanceId: id,
      reason: 'Not wanted',
      skipsListeners: false,
      skipsIoMappings: false,
    })
  const incidentId =
    (await find('select id from incident where instance_id = $1', [id])) ?? '00000000-0000-7000-8000-000000000000'
  return { id, formId, incidentId, variableId }
}

type Ask = (client: TestClient, made: Made) => Promise<{ status: number }>

/** Calls by who may see the instance: those that read, and what readers write about it. */
const seeing: Readonly<Record<string, Ask>> = {
  instance: (client, { id }) => client.call(processCalls.instance, { params: { id } }),
  activities: (client, { id }) => client.call(processCalls.activities, { params: { id } }),
  diagram: (client, { id }) => client.call(processCalls.diagram, { params: { id } }),
  history: (client, { id }) => client.call(processCalls.history, { params: { id } }),
  participants: (client, { id }) => client.call(processCalls.participants, { params: { id } }),
  forms: (client, { id }) => client.call(processCalls.forms, { params: { id } }),
  related: (client, { id }) => client.call(processCalls.related, { params: { id } }),
  moments: (client, { id }) => client.call(processCalls.moments, { params: { id } }),
  moment: (client, { id }) =>
    client.call(processCalls.moment, { params: { id }, query: { at: '2030-01-07T09:00:00.000Z' } }),
  comments: (client, { id }) => client.call(commentCalls.list, { params: { of: 'instance', id } }),
  attachments: (client, { id }) => client.call(commentCalls.files, { params: { of: 'instance', id } }),
  counts: (client, { id }) => client.call(commentCalls.counts, { params: { of: 'instance', id } }),
  comment: (client, { id }) =>
    client.call(commentCalls.add, { params: { of: 'instance', id }, body: { message: 'Said' } }),
  attach: (client, { id }) =>
    client.call(commentCalls.attach, {
      params: { of: 'instance', id },
      body: { url: 'https://example.org/plan', name: 'The plan' },
    }),
}
const seeingData: Readonly<Record<string, Ask>> = {
  variables: (client, { id }) => client.call(processCalls.variables, { params: { id } }),
  'variables then': (client, { id }) =>
    client.call(processCalls.variables, { params: { id }, query: { at: '2030-01-07T09:00:00.000Z' } }),
  variable: (client, { id, variableId }) => client.call(processCalls.variable, { params: { id, variableId } }),
  incidents: (client, { id }) => client.call(processCalls.incidents, { params: { id } }),
  files: (client, { id }) => client.call(processCalls.files, { params: { id } }),
  decisions: (client, { id }) => client.call(processCalls.decisions, { params: { id } }),
}
const form: Ask = (client, { id, formId }) => client.call(processCalls.form, { params: { id, formId } })
const cancel: Ask = (client, { id }) => client.call(processCalls.cancel, { params: { id }, query: { reason: 'Twice' } })
const retry: Ask = (client, { id, incidentId }) =>
  client.call(processCalls.retryIncident, { params: { id, incidentId } })

/** What the calls answer, by who asks: see, see data, the form that the participant sent, cancel, retry an incident. */
const whileItRuns = {
  starter: [200, 200, 200, 204, 403],
  participant: [200, 403, 200, 403, 403],
  assignee: [200, 403, 403, 403, 403],
  candidate: [200, 403, 403, 403, 403],
  'candidate by group': [200, 403, 403, 403, 403],
  'process administrator': [200, 200, 200, 204, 204],
  administrator: [200, 200, 200, 204, 204],
  stranger: [404, 404, 404, 404, 403],
  'other workplace': [404, 404, 404, 404, 404],
} as const

/** Who might have claimed what is over has nothing to do with it any more. */
const onceItIsOver = {
  ...whileItRuns,
  starter: [200, 200, 200, 409, 403],
  candidate: [404, 404, 404, 404, 403],
  'candidate by group': [404, 404, 404, 404, 403],
  'process administrator': [200, 200, 200, 409, 404],
  administrator: [200, 200, 200, 409, 404],
} as const

const expected = {
  open: whileItRuns,
  suspended: whileItRuns,
  incident: whileItRuns,
  ended: onceItIsOver,
  cancelled: onceItIsOver,
} as const satisfies Record<State, object>

describe.each(states)('of an instance that is %s', (state) => {
  const table = Object.entries(expected[state])

  it('everybody reads and writes about what is for them, by every call alike', async () => {
    const made = await make(state)
    const wanted: unknown[] = []
    const found: unknown[] = []
    for (const [who, [see, data, sent]] of table) {
      const client = people[who] as TestClient
      for (const [name, ask] of Object.entries(seeing)) {
        wanted.push([who, name, see])
        found.push([who, name, (await ask(client, made)).status])
      }
      for (const [name, ask] of Object.entries(seeingData)) {
        wanted.push([who, name, data])
        found.push([who, name, (await ask(client, made)).status])
      }
      wanted.push([who, 'form', sent])
      found.push([who, 'form', (await form(client, made)).status])
    }
    expect(found).toEqual(wanted)
  })

  it('everybody does what is for them, and nothing happens where it is refused', async () => {
    let made = await make(state)
    const wanted: unknown[] = []
    const found: unknown[] = []
    for (const [who, [, , , cancelled, retried]] of table) {
      const client = people[who] as TestClient
      // Of an instance without an incident there is none to try again.
      const again = retried === 204 && state !== 'incident' ? 404 : retried
      for (const [name, ask, status] of [
        ['retry', retry, again],
        ['cancel', cancel, cancelled],
      ] as const) {
        wanted.push([who, name, status])
        const answer = (await ask(client, made)).status
        found.push([who, name, answer])
        if (answer === 204) made = await make(state)
        else {
          const { rows } = await database.query('select outcome, reason from history_instance where id = $1', [made.id])
          const over = {
            ended: [{ outcome: 'completed', reason: null }],
            cancelled: [{ outcome: 'deleted', reason: 'Not wanted' }],
          }
          expect([who, name, rows]).toEqual([who, name, state in over ? over[state as 'ended'] : []])
        }
      }
    }
    expect(found).toEqual(wanted)
  })
})

it('the reason of a cancellation is kept, and shown with who it was', async () => {
  const { id } = await make('open')
  const starter = people.starter as TestClient
  await starter.call(processCalls.cancel, { params: { id }, query: { reason: 'Ordered twice' } })
  const { body } = await (people.participant as TestClient).call(processCalls.instance, { params: { id } })
  expect([body.state, body.reason]).toEqual(['cancelled', 'Ordered twice'])
  const history = await starter.call(processCalls.history, { params: { id }, query: { size: 1 } })
  expect(history.body.items[0]).toMatchObject({
    kind: 'cancelled',
    text: 'Ordered twice',
    by: { username: nameOf('starter') },
  })
})
