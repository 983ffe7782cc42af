import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { bpmn, path, sequence } from './engine-rest/testing/models.ts'
import { createRestTest, type Json } from './engine-rest/testing/rest-test.ts'
import { runMoveInCommand } from './move-in-command.ts'
import { addressOf, createHouse } from './operations/move-in/testing/house.ts'
import { verifyPassword } from './platform/auth/password.ts'
import { StartFailure } from './platform/start-failure.ts'

const { rest, runtime, clock, admin, connectionString, workplaceId } = await createRestTest()
const house = await createHouse(admin, 'house')
const source = addressOf(connectionString, 'house')

async function run(...args: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = []
  const context = { runtime, print: (line: string) => lines.push(line), onStop: () => {} }
  const code = await runMoveInCommand(context, args)
  return { code, text: lines.join('\n') }
}

const task = (id: string, inside = '') => `<userTask id="${id}" name="${id}">${inside}</userTask>`
const loop = (sequential: boolean) =>
  `<multiInstanceLoopCharacteristics isSequential="${sequential}"><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>`
const undo = (host: string, handler: string) =>
  `<boundaryEvent id="b-${handler}" attachedToRef="${host}"><compensateEventDefinition/></boundaryEvent><userTask id="${handler}" isForCompensation="true"/><association id="a-${handler}" sourceRef="b-${handler}" targetRef="${handler}"/>`
const throwing = '<intermediateThrowEvent id="undo"><compensateEventDefinition/></intermediateThrowEvent>'

const models = {
  plain: sequence('plain', { work: task('work'), last: task('last') }),
  fork: bpmn(
    'fork',
    `<startEvent id="start"/><parallelGateway id="split"/>${task('a')}${task('b')}<parallelGateway id="join"/>${task('after')}${path('start', 'split', 'a', 'join', 'after')}<sequenceFlow id="split-b" sourceRef="split" targetRef="b"/><sequenceFlow id="b-join" sourceRef="b" targetRef="join"/>`,
  ),
  many: sequence('many', { work: task('work', loop(false)), last: task('last') }),
  each: sequence('each', { work: task('work', loop(true)), last: task('last') }),
  timed: sequence(
    'timed',
    { work: task('work') },
    `<boundaryEvent id="late" attachedToRef="work" cancelActivity="false"><timerEventDefinition><timeCycle>R5/PT1H</timeCycle></timerEventDefinition></boundaryEvent>${task('hurry')}${path('late', 'hurry')}`,
  ),
  waiting: sequence('waiting', { pay: '<receiveTask id="pay" messageRef="paid"/>', last: task('last') }),
  kept: sequence('kept', {
    sub: `<subProcess id="sub"><startEvent id="s"/>${task('book')}${undo('book', 'unbook')}${path('s', 'book')}</subProcess>`,
    work: task('work'),
    undo: throwing,
    last: task('last'),
  }),
  undoing: sequence('undoing', { book: task('book'), undo: throwing, last: task('last') }, undo('book', 'unbook')),
  stuck: sequence('stuck', {
    job: '<serviceTask id="job" camunda:asyncBefore="true" camunda:expression="${missing}"/>',
  }),
  outside: sequence('outside', {
    job: '<serviceTask id="job" camunda:type="external" camunda:topic="ship"/>',
    last: task('last'),
  }),
  outer: sequence('outer', { call: '<callActivity id="call" calledElement="inner"/>', last: task('last') }),
  inner: sequence('inner', { work: task('work') }),
  paused: sequence('paused', { work: task('work') }),
  /** Its model here lacks the element that the instance is at. */
  broken: sequence('broken', { other: task('other') }),
}

const ran = { start_time_: '2026-01-02 08:00:00', end_time_: '2026-01-02 08:00:00', act_inst_state_: 0 }

async function furnish(): Promise<void> {
  const { add, deploy, instance } = house
  await deploy(models)
  const userTask = (id: string, execution: string, top: string, more: Readonly<Record<string, unknown>> = {}) =>
    add('act_ru_task', {
      id_: id,
      execution_id_: execution,
      proc_inst_id_: top,
      proc_def_id_: 'x',
      name_: id.split('-')[1],
      task_def_key_: id.split('-')[1],
      priority_: 50,
      create_time_: '2026-01-02 08:00:00',
      suspension_state_: 1,
      ...more,
    })
  const counter = (id: string, execution: string, top: string, name: string, value: number) =>
    add('act_ru_variable', {
      id_: id,
      rev_: 1,
      type_: 'integer',
      name_: name,
      execution_id_: execution,
      proc_inst_id_: top,
      long_: value,
    })

  await instance('plain', { id_: '100', act_id_: 'work', act_inst_id_: 'work:101' })
  await userTask('1-work', '100', '100', { assignee_: 'ann', owner_: 'ben', due_date_: '2026-02-01 12:00:00' })
  await add(
    'act_ru_identitylink',
    { id_: 'l1', type_: 'candidate', group_id_: 'clerks', task_id_: '1-work' },
    { id_: 'l2', type_: 'reviewer', user_id_: 'cem', task_id_: '1-work' },
  )
  await add('act_ge_bytearray', { id_: 'java', name_: 'v', bytes_: Buffer.from([0xac, 0xed, 0, 5]) })
  const variable = { rev_: 1, execution_id_: '100', proc_inst_id_: '100' }
  await add(
    'act_ru_variable',
    {
      ...variable,
      id_: 'v1',
      type_: 'serializable',
      name_: 'order',
      bytearray_id_: 'java',
      text2_: 'com.example.Order',
    },
    { ...variable, id_: 'v2', type_: 'long', name_: 'big', long_: '9007199254740993' },
    {
      ...variable,
      id_: 'v3',
      type_: 'file',
      name_: 'scan',
      bytearray_id_: 'java',
      text_: 'a.txt',
      text2_: 'text/plain#UTF-8',
    },
    { ...variable, id_: 'v4', type_: 'string', name_: 'note', text_: 'of the task', task_id_: '1-work' },
  )
  await add('act_hi_comment', {
    id_: 'c1',
    type_: 'comment',
    time_: '2026-01-03 09:00:00',
    user_id_: 'ann',
    task_id_: '1-work',
    message_: 'hello',
  })

  await instance(
    'fork',
    { id_: '200', act_inst_id_: '200' },
    { id_: '201', act_id_: 'join', act_inst_id_: 'join:203', is_active_: false, is_concurrent_: true },
    { id_: '202', act_id_: 'b', act_inst_id_: 'b:204', is_concurrent_: true },
  )
  await userTask('2-b', '202', '200')
  const activity = {
    proc_inst_id_: '200',
    proc_def_id_: 'fork:1:d1',
    parent_act_inst_id_: '200',
    execution_id_: '201',
    act_type_: 'userTask',
  }
  await add(
    'act_hi_actinst',
    { ...activity, ...ran, id_: 'a:205', act_id_: 'a', sequence_counter_: 3 },
    {
      ...activity,
      ...ran,
      id_: 'join:203',
      act_id_: 'join',
      act_type_: 'parallelGateway',
      end_time_: null,
      sequence_counter_: 4,
    },
  )

  await instance(
    'many',
    { id_: '300', act_inst_id_: 'work#multiInstanceBody:302' },
    { id_: '301', act_inst_id_: 'work#multiInstanceBody:302', is_scope_: true },
    { id_: '303', parent_id_: '301', act_id_: 'work', is_active_: false, is_concurrent_: true },
    { id_: '304', parent_id_: '301', act_id_: 'work', act_inst_id_: 'work:306', is_concurrent_: true },
    { id_: '305', parent_id_: '301', act_id_: 'work', act_inst_id_: 'work:307', is_concurrent_: true },
  )
  for (const [index, execution] of ['303', '304', '305'].entries())
    await counter(`lc${execution}`, execution, '300', 'loopCounter', index)
  await counter('n1', '301', '300', 'nrOfInstances', 3)
  await counter('n2', '301', '300', 'nrOfActiveInstances', 2)
  await counter('n3', '301', '300', 'nrOfCompletedInstances', 1)
  await userTask('3a-work', '304', '300')
  await userTask('3b-work', '305', '300')

  await instance(
    'each',
    { id_: '400', act_inst_id_: 'work#multiInstanceBody:402' },
    { id_: '401', act_id_: 'work', act_inst_id_: 'work:403', is_scope_: true },
  )
  await counter('m0', '401', '400', 'loopCounter', 1)
  await counter('m1', '401', '400', 'nrOfInstances', 3)
  await counter('m2', '401', '400', 'nrOfActiveInstances', 1)
  await counter('m3', '401', '400', 'nrOfCompletedInstances', 1)
  await userTask('4-work', '401', '400')

  await instance(
    'timed',
    { id_: '500', act_inst_id_: '500' },
    { id_: '501', act_id_: 'work', act_inst_id_: 'work:502', is_scope_: true },
  )
  await userTask('5-work', '501', '500')
  await add('act_ru_job', {
    id_: '503',
    type_: 'timer',
    exclusive_: true,
    execution_id_: '501',
    process_instance_id_: '500',
    retries_: 2,
    duedate_: '2041-01-01 12:00:00',
    repeat_: 'R5/2041-01-01T10:00:00/PT1H',
    handler_type_: 'timer-transition',
    handler_cfg_: 'late',
    suspension_state_: 1,
    priority_: 7,
    create_time_: '2026-01-02 08:00:00',
  })

  await instance(
    'waiting',
    { id_: '600', act_inst_id_: '600' },
    { id_: '601', act_id_: 'pay', act_inst_id_: 'pay:602', is_scope_: true },
  )
  const subscription = { proc_inst_id_: '600', created_: '2026-01-02 08:00:00' }
  await add('act_ru_event_subscr', {
    ...subscription,
    id_: '603',
    event_type_: 'message',
    event_name_: 'paid',
    execution_id_: '601',
    activity_id_: 'pay',
  })

  await instance(
    'kept',
    { id_: '700', act_id_: 'work', act_inst_id_: 'work:701' },
    { id_: '702', act_id_: 'sub', act_inst_id_: 'sub:703', is_scope_: true, is_event_scope_: true, is_active_: false },
  )
  await userTask('7-work', '700', '700')
  const compensation = { proc_inst_id_: '700', event_type_: 'compensate', created_: '2026-01-02 08:00:00' }
  await add(
    'act_ru_event_subscr',
    { ...compensation, id_: '704', execution_id_: '702', activity_id_: 'unbook' },
    { ...compensation, id_: '705', execution_id_: '700', activity_id_: 'sub', configuration_: '702' },
  )

  await instance(
    'undoing',
    { id_: '800', act_inst_id_: 'undo:802' },
    { id_: '801', act_id_: 'undo', act_inst_id_: 'undo:802', is_scope_: true },
    {
      id_: '803',
      parent_id_: '801',
      act_id_: 'unbook',
      act_inst_id_: 'unbook:804',
      is_scope_: true,
      is_concurrent_: true,
    },
  )
  await userTask('8-unbook', '803', '800')

  await instance('stuck', { id_: '900', act_id_: 'job' })
  await add('act_ru_job', {
    id_: '901',
    type_: 'message',
    execution_id_: '900',
    process_instance_id_: '900',
    retries_: 0,
    exception_msg_: 'no such thing',
    failed_act_id_: 'job',
    handler_type_: 'async-continuation',
    handler_cfg_: 'transition-create-scope',
    suspension_state_: 1,
    priority_: 0,
  })
  const incident = { incident_timestamp_: '2026-01-02 08:00:00', proc_inst_id_: '900', execution_id_: '900' }
  await add('act_ru_incident', {
    ...incident,
    id_: '902',
    incident_type_: 'failedJob',
    incident_msg_: 'no such thing',
    activity_id_: 'job',
    cause_incident_id_: '902',
    root_cause_incident_id_: '902',
    configuration_: '901',
  })

  await instance(
    'outside',
    { id_: '1000', act_inst_id_: '1000' },
    { id_: '1001', act_id_: 'job', act_inst_id_: 'job:1002', is_scope_: true },
  )
  await add('act_ru_ext_task', {
    id_: '1003',
    topic_name_: 'ship',
    worker_id_: 'w',
    retries_: 4,
    lock_exp_time_: '2041-01-01 00:00:00',
    suspension_state_: 1,
    execution_id_: '1001',
    proc_inst_id_: '1000',
    act_id_: 'job',
    priority_: 3,
  })

  await instance(
    'outer',
    { id_: '1100', act_inst_id_: '1100' },
    { id_: '1101', act_id_: 'call', act_inst_id_: 'call:1102', is_scope_: true },
  )
  await instance('inner', {
    id_: '1110',
    root_proc_inst_id_: '1100',
    super_exec_: '1101',
    business_key_: null,
    act_id_: 'work',
    act_inst_id_: 'work:1111',
  })
  await userTask('11-work', '1110', '1110')

  await instance('paused', { id_: '1200', act_id_: 'work', act_inst_id_: 'work:1201', suspension_state_: 2 })
  await userTask('12-work', '1200', '1200', { suspension_state_: 2 })
  await instance('broken', { id_: '1300', act_id_: 'gone', act_inst_id_: 'gone:1301' })

  await add('act_hi_procinst', {
    id_: '90',
    proc_inst_id_: '90',
    root_proc_inst_id_: '90',
    business_key_: 'house old',
    proc_def_id_: 'plain:1:d1',
    start_time_: '2025-12-01 08:00:00',
    end_time_: '2025-12-02 08:00:00',
    state_: 'COMPLETED',
  })
  await add('act_hi_actinst', {
    ...ran,
    id_: 'work:91',
    parent_act_inst_id_: '90',
    proc_inst_id_: '90',
    proc_def_id_: 'plain:1:d1',
    execution_id_: '90',
    act_id_: 'work',
    act_type_: 'userTask',
    sequence_counter_: 1,
  })

  const hash = createHash('sha512').update('a good passwordsalt').digest('base64')
  await add('act_id_user', {
    id_: 'ann',
    first_: 'Ann',
    last_: 'Ash',
    email_: 'ann@example.org',
    pwd_: `{SHA-512}${hash}`,
    salt_: 'salt',
  })
  await add('act_id_user', { id_: 'ben', first_: 'Ben', last_: 'Birch', pwd_: '{bcrypt}x', salt_: '' })
  await add('act_id_group', { id_: 'movers', name_: 'Movers', type_: 'WORKFLOW' })
  await add('act_id_membership', { user_id_: 'ann', group_id_: 'movers' })
  await add('act_ru_authorization', {
    id_: 'z1',
    type_: 1,
    user_id_: 'ann',
    resource_type_: 6,
    resource_id_: 'plain',
    perms_: 2 + 256,
  })
  await add('act_ru_filter', {
    id_: 'f1',
    resource_type_: 'Task',
    name_: 'mine',
    owner_: 'ann',
    query_: '{"key":"work","taskAssigneeExpression":"${currentUser()}"}',
  })
}

beforeAll(furnish)

const get = async (way: string, query: Record<string, string> = {}): Promise<Json> => (await rest.get(way, query)).body
const found = async (key: string): Promise<string> => {
  const [instance] = await get('/process-instance', { businessKey: `house ${key}` })
  return instance.id
}
const tasks = async (key: string): Promise<string[]> =>
  (await get('/task', { processInstanceId: await found(key) })).map((one: Json) => one.taskDefinitionKey).sort()
const complete = async (key: string, taskKey: string): Promise<void> => {
  const [one] = await get('/task', { processInstanceId: await found(key), taskDefinitionKey: taskKey })
  expect((await rest.post(`/task/${one.id}/complete`)).status).toBe(204)
}

describe('move-in', () => {
  it('says what is wrong with its arguments, and with an invalid source', async () => {
    await expect(run()).rejects.toThrow(StartFailure)
    await expect(run('--source', source, '--since', 'soon')).rejects.toThrow(/--since/)
    await expect(run('--source', connectionString)).rejects.toThrow(/no tables of Camunda/)
    await expect(run('--source', source, '--workplace', 'nowhere')).rejects.toThrow(/nowhere/)
  })

  it('reports and writes nothing in a dry run', async () => {
    const { text } = await run('--source', source, '--dry-run')
    expect(text).toContain('running instances\tplain\t1\t1\t0\t0')
    expect(await get('/process-instance/count')).toEqual({ count: 0 })
    expect(await get('/deployment/count')).toEqual({ count: 0 })
  })

  it('is stopped and continued, and moves each hierarchy as a whole or not at all', async () => {
    const lines: string[] = []
    let stop = () => {}
    const print = (line: string) => {
      lines.push(line)
      if (line.startsWith('Source')) stop()
    }
    const context = { runtime, print, onStop: (given: () => void) => (stop = given) }
    expect(await runMoveInCommand(context, ['--source', source])).toBe(2)
    const before = await house.checksum()
    const { code, text } = await run('--source', source)
    expect(code).toBe(2)
    expect(text).toContain('Left out\telement-missing\tACT_RU_EXECUTION\t1300')
    expect(text).toContain('running instances\tbroken\t1\t0\t0\t1')
    expect(text).toContain('running instances\tinner\t1\t1\t0\t0')
    expect(text).toContain('variables\t\t14\t13\t0\t1')
    expect(await house.checksum()).toBe(before)
    expect(await get('/process-instance/count')).toEqual({ count: 13 })
  })

  it('changes nothing when it runs again', async () => {
    await complete('plain', 'work')
    clock.advance({ seconds: 1 })
    const { text } = await run('--source', source)
    expect(text).toContain('running instances\tplain\t1\t0\t1\t0')
    expect(await tasks('plain')).toEqual(['last'])
    expect(await get('/process-instance/count')).toEqual({ count: 13 })
    expect(await get('/deployment/count')).toEqual({ count: 1 })
  })
})

describe('what has moved in', () => {
  it('keeps variables of every type, as they are serialised', async () => {
    const variables = await get(`/process-instance/${await found('plain')}/variables`, { deserializeValues: 'false' })
    expect(variables).toMatchObject({
      order: {
        type: 'Object',
        value: 'rO0ABQ==',
        valueInfo: {
          objectTypeName: 'com.example.Order',
          serializationDataFormat: 'application/x-java-serialized-object',
        },
      },
      scan: { type: 'File', valueInfo: { filename: 'a.txt', mimeType: 'text/plain', encoding: 'UTF-8' } },
    })
  })

  it('keeps tasks with people, dates and comments', async () => {
    const [ended] = await get('/history/task', { processInstanceId: await found('plain'), taskDefinitionKey: 'work' })
    expect(ended).toMatchObject({ assignee: 'ann', owner: 'ben' })
    expect(new Date(ended.due).toISOString()).toBe('2026-02-01T12:00:00.000Z')
    expect(await get(`/task/${ended.id}/comment`)).toMatchObject([{ message: 'hello', userId: 'ann' }])
  })

  it('continues at a join that waits for its other flow', async () => {
    expect(await tasks('fork')).toEqual(['b'])
    await complete('fork', 'b')
    expect(await tasks('fork')).toEqual(['after'])
  })

  it('continues with the runs that are left', async () => {
    expect(await tasks('many')).toEqual(['work', 'work'])
    await complete('many', 'work')
    await complete('many', 'work')
    expect(await tasks('many')).toEqual(['last'])
    await complete('each', 'work')
    expect(await tasks('each')).toEqual(['work'])
    await complete('each', 'work')
    expect(await tasks('each')).toEqual(['last'])
  })

  it('has timers with their date, retries and the repetitions that are left', async () => {
    const [job] = await get('/job', { processInstanceId: await found('timed') })
    expect(job).toMatchObject({ retries: 2, priority: 7 })
    expect(new Date(job.dueDate).toISOString()).toBe('2041-01-01T12:00:00.000Z')
    const { rows } = await admin.query(
      `select data->>'cycle' as cycle from job where workplace_id = $1 and element_key = 'late'`,
      [workplaceId],
    )
    expect(rows).toEqual([{ cycle: 'R3/PT1H' }])
    await rest.post(`/job/${job.id}/execute`)
    expect(await tasks('timed')).toEqual(['hurry', 'work'])
  })

  it('receives the message that it waits for', async () => {
    await rest.post('/message', { messageName: 'paid', businessKey: 'house waiting' })
    expect(await tasks('waiting')).toEqual(['last'])
  })

  it('compensates completed activities, and continues when the handlers that had started are done', async () => {
    await complete('kept', 'work')
    expect(await tasks('kept')).toEqual(['unbook'])
    await complete('kept', 'unbook')
    expect(await tasks('kept')).toEqual(['last'])
    await complete('undoing', 'unbook')
    expect(await tasks('undoing')).toEqual(['last'])
  })

  it('keeps incidents, and does not try again by itself', async () => {
    const id = await found('stuck')
    const [job] = await get('/job', { processInstanceId: id })
    expect(job).toMatchObject({ retries: 0, exceptionMessage: 'no such thing' })
    expect(await get('/incident', { processInstanceId: id })).toMatchObject([
      { incidentType: 'failedJob', configuration: job.id },
    ])
  })

  it('keeps the lock and the retries of external tasks', async () => {
    const [one] = await get('/external-task', { processInstanceId: await found('outside') })
    expect(one).toMatchObject({ topicName: 'ship', workerId: 'w', retries: 4, priority: 3 })
    expect((await rest.post(`/external-task/${one.id}/complete`, { workerId: 'w' })).status).toBe(204)
    expect(await tasks('outside')).toEqual(['last'])
  })

  it('returns from a called instance to its caller', async () => {
    const outer = await found('outer')
    const [inner] = await get('/process-instance', { superProcessInstance: outer })
    const [work] = await get('/task', { processInstanceId: inner.id })
    await rest.post(`/task/${work.id}/complete`)
    expect(await tasks('outer')).toEqual(['last'])
  })

  it('stays suspended', async () => {
    expect(await get('/process-instance', { businessKey: 'house paused' })).toMatchObject([{ suspended: true }])
  })

  it('has the history of ended instances', async () => {
    const [old] = await get('/history/process-instance', { processInstanceBusinessKey: 'house old' })
    expect(old).toMatchObject({ state: 'COMPLETED' })
    expect(await get('/history/activity-instance', { processInstanceId: old.id })).toMatchObject([
      { activityId: 'work' },
    ])
  })

  it('has users with their passwords, groups, rights and filters', async () => {
    const { rows } = await admin.query<{ username: string; password_hash: string | null }>(
      `select username, password_hash from app_user where workplace_id = $1 and username in ('ann', 'ben') order by 1`,
      [workplaceId],
    )
    expect(await verifyPassword('a good password', rows[0]?.password_hash ?? null)).toBe(true)
    expect(await verifyPassword('a bad password', rows[0]?.password_hash ?? null)).toBe(false)
    expect(rows[1]).toEqual({ username: 'ben', password_hash: null })
    expect(await get('/group', { member: 'ann' })).toMatchObject([{ id: 'movers' }])
    expect(await get('/authorization', { userIdIn: 'ann' })).toMatchObject([
      { resourceId: 'plain', permissions: ['READ', 'CREATE_INSTANCE'] },
    ])
    expect(await get('/filter', { name: 'mine' })).toMatchObject([
      { query: { taskDefinitionKey: 'work', assigneeExpression: '${currentUser()}' } },
    ])
  })
})

it('is refused into a workplace of another database', async () => {
  await admin.query(
    `insert into workplace (workplace_id, reference, name, cell) values (gen_random_uuid(), 'far', 'Far', 'north')`,
  )
  await expect(run('--source', source, '--workplace', 'far', '--dry-run')).rejects.toThrow(
    '“far” lives in the database north',
  )
})
