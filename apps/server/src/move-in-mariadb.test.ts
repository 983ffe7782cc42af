import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRestTest, type Json } from './engine-rest/testing/rest-test.ts'
import { runMoveInCommand } from './move-in-command.ts'
import { sequence } from './runtime/testing/models.ts'
import { hasMariadb, type MariadbServer, openMariadb } from './testing/mariadb-server.ts'

const model = sequence('plain', { work: '<userTask id="work"/>', last: '<userTask id="last"/>' })

/** As Camunda writes them in MySQL: names in capitals, flags as numbers, times without a zone. */
const statements = [
  'create database camunda character set utf8mb4',
  `create user reader@127.0.0.1 identified by 'hush & hush'`,
  'grant select on camunda.* to reader@127.0.0.1',
  'create table camunda.ACT_GE_PROPERTY (NAME_ varchar(64), VALUE_ varchar(300), REV_ int)',
  `insert into camunda.ACT_GE_PROPERTY values ('schema.version', 'fox', 1), ('camunda.installation.id', 'maria', 1)`,
  'create table camunda.ACT_GE_BYTEARRAY (ID_ varchar(64) primary key, NAME_ varchar(255), DEPLOYMENT_ID_ varchar(64), BYTES_ longblob)',
  `insert into camunda.ACT_GE_BYTEARRAY values ('b1', 'plain.bpmn', 'd1', x'${Buffer.from(model).toString('hex')}'), ('b2', 'v', null, x'aced0005')`,
  'create table camunda.ACT_RE_DEPLOYMENT (ID_ varchar(64) primary key, NAME_ varchar(255), DEPLOY_TIME_ datetime(3), TENANT_ID_ varchar(64))',
  `insert into camunda.ACT_RE_DEPLOYMENT values ('d1', 'maria', '2026-01-01 10:00:00', null)`,
  'create table camunda.ACT_RE_PROCDEF (ID_ varchar(64) primary key, KEY_ varchar(255), VERSION_ int, DEPLOYMENT_ID_ varchar(64), RESOURCE_NAME_ varchar(255), SUSPENSION_STATE_ int, TENANT_ID_ varchar(64))',
  `insert into camunda.ACT_RE_PROCDEF values ('plain:1:d1', 'plain', 1, 'd1', 'plain.bpmn', 1, null)`,
  'create table camunda.ACT_RU_EXECUTION (ID_ varchar(64) primary key, PROC_INST_ID_ varchar(64), ROOT_PROC_INST_ID_ varchar(64), BUSINESS_KEY_ varchar(255), PARENT_ID_ varchar(64), PROC_DEF_ID_ varchar(64), SUPER_EXEC_ varchar(64), ACT_ID_ varchar(255), ACT_INST_ID_ varchar(64), IS_ACTIVE_ tinyint, IS_CONCURRENT_ tinyint, IS_SCOPE_ tinyint, IS_EVENT_SCOPE_ tinyint, SUSPENSION_STATE_ int, SEQUENCE_COUNTER_ bigint, TENANT_ID_ varchar(64))',
  `insert into camunda.ACT_RU_EXECUTION values ('100', '100', '100', 'maria', null, 'plain:1:d1', null, 'work', 'work:101', 1, 0, 1, 0, 1, 1, null)`,
  'create table camunda.ACT_RU_TASK (ID_ varchar(64) primary key, EXECUTION_ID_ varchar(64), PROC_INST_ID_ varchar(64), PROC_DEF_ID_ varchar(64), CASE_EXECUTION_ID_ varchar(64), NAME_ varchar(255), PARENT_TASK_ID_ varchar(64), DESCRIPTION_ text, TASK_DEF_KEY_ varchar(255), OWNER_ varchar(255), ASSIGNEE_ varchar(255), DELEGATION_ varchar(64), PRIORITY_ int, CREATE_TIME_ datetime(3), DUE_DATE_ datetime(3), FOLLOW_UP_DATE_ datetime(3), SUSPENSION_STATE_ int, TENANT_ID_ varchar(64))',
  `insert into camunda.ACT_RU_TASK values ('t1', '100', '100', 'plain:1:d1', null, 'Work', null, null, 'work', null, 'ann', null, 70, '2026-01-02 08:00:00.250', '2026-07-01 12:00:00', null, 1, null)`,
  'create table camunda.ACT_RU_VARIABLE (ID_ varchar(64) primary key, REV_ int, TYPE_ varchar(255), NAME_ varchar(255), EXECUTION_ID_ varchar(64), PROC_INST_ID_ varchar(64), TASK_ID_ varchar(64), BYTEARRAY_ID_ varchar(64), DOUBLE_ double, LONG_ bigint, TEXT_ varchar(4000), TEXT2_ varchar(4000))',
  `insert into camunda.ACT_RU_VARIABLE values ('v1', 1, 'long', 'big', '100', '100', null, null, null, 9007199254740993, null, null), ('v2', 1, 'double', 'rate', '100', '100', null, null, 1.5, null, null, null), ('v3', 1, 'serializable', 'order', '100', '100', null, 'b2', null, null, null, 'com.example.Order'), ('v4', 1, 'boolean', 'ok', '100', '100', null, null, null, 1, null, null)`,
  'create table camunda.ACT_RU_IDENTITYLINK (ID_ varchar(64) primary key, TYPE_ varchar(255), USER_ID_ varchar(255), GROUP_ID_ varchar(255), TASK_ID_ varchar(64))',
  'create table camunda.ACT_RU_JOB (ID_ varchar(64) primary key, PROCESS_INSTANCE_ID_ varchar(64), HANDLER_TYPE_ varchar(255))',
  'create table camunda.ACT_RU_EVENT_SUBSCR (ID_ varchar(64) primary key, PROC_INST_ID_ varchar(64), EXECUTION_ID_ varchar(64))',
  'create table camunda.ACT_RU_EXT_TASK (ID_ varchar(64) primary key, PROC_INST_ID_ varchar(64))',
  'create table camunda.ACT_RU_INCIDENT (ID_ varchar(64) primary key, PROC_INST_ID_ varchar(64))',
  'create table camunda.ACT_RU_AUTHORIZATION (ID_ varchar(64) primary key, TYPE_ int, USER_ID_ varchar(255), GROUP_ID_ varchar(255), RESOURCE_TYPE_ int, RESOURCE_ID_ varchar(255), PERMS_ int)',
  'create table camunda.ACT_HI_PROCINST (ID_ varchar(64) primary key, PROC_INST_ID_ varchar(64), ROOT_PROC_INST_ID_ varchar(64), BUSINESS_KEY_ varchar(255), PROC_DEF_ID_ varchar(64), START_TIME_ datetime(3), END_TIME_ datetime(3), START_USER_ID_ varchar(255), START_ACT_ID_ varchar(255), END_ACT_ID_ varchar(255), SUPER_PROCESS_INSTANCE_ID_ varchar(64), DELETE_REASON_ varchar(255), TENANT_ID_ varchar(64), STATE_ varchar(255))',
  `insert into camunda.ACT_HI_PROCINST values ('100', '100', '100', 'maria', 'plain:1:d1', '2026-01-02 08:00:00', null, 'ann', 'start', null, null, null, null, 'ACTIVE'), ('90', '90', '90', 'old', 'plain:1:d1', '2025-12-01 08:00:00', '2025-12-02 08:00:00', null, 'start', 'end', null, null, null, 'COMPLETED'), ('80', '80', '80', 'older', 'plain:1:d1', '2024-12-01 08:00:00', '2024-12-02 08:00:00', null, 'start', 'end', null, null, null, 'COMPLETED')`,
  'create table camunda.ACT_HI_VARINST (ID_ varchar(64) primary key, PROC_INST_ID_ varchar(64))',
]

describe.skipIf(!hasMariadb)('a source in MariaDB', () => {
  let server: MariadbServer
  let test: Awaited<ReturnType<typeof createRestTest>>
  beforeAll(async () => {
    server = await openMariadb(statements)
    test = await createRestTest()
  }, 240_000)
  afterAll(() => server?.close())

  const get = async (path: string, query: Record<string, string> = {}): Promise<Json> =>
    (await test.rest.get(path, query)).body

  it('moves with its instances, values and local times, and only history since a date', async () => {
    const lines: string[] = []
    const context = { runtime: test.runtime, print: (line: string) => lines.push(line), onStop: () => {} }
    const address = `mysql://reader:${encodeURIComponent('hush & hush')}@127.0.0.1:${server.port}/camunda`
    const args = ['--source', address, '--time-zone', 'Europe/Berlin', '--since', '2025-06-01']
    expect([await runMoveInCommand(context, args), lines.join('\n')]).toEqual([
      0,
      expect.stringContaining('plain\t1\t1'),
    ])
    const [instance] = await get('/process-instance', { businessKey: 'maria' })
    const [task] = await get('/task', { processInstanceId: instance.id })
    expect(task).toMatchObject({ taskDefinitionKey: 'work', assignee: 'ann', priority: 70, suspended: false })
    // Summer time in Berlin.
    expect(new Date(task.due).toISOString()).toBe('2026-07-01T10:00:00.000Z')
    expect(new Date(task.created).toISOString()).toBe('2026-01-02T07:00:00.250Z')
    expect(await get(`/process-instance/${instance.id}/variables`, { deserializeValues: 'false' })).toMatchObject({
      big: { type: 'Long' },
      rate: { type: 'Double', value: 1.5 },
      order: { type: 'Object', value: 'rO0ABQ==' },
      ok: { type: 'Boolean', value: true },
    })
    expect(await get('/history/process-instance', { finished: 'true' })).toMatchObject([{ businessKey: 'old' }])
    expect((await test.rest.post(`/task/${task.id}/complete`)).status).toBe(204)
    expect(await get('/task', { processInstanceId: instance.id })).toMatchObject([{ taskDefinitionKey: 'last' }])
  })
})
