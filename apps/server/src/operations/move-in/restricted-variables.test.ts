import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { sequence } from '../../runtime/testing/models.ts'
import { createHouse } from './testing/house.ts'
import { createMove, type MoveOptions } from './testing/move.ts'

const { db, admin, runtime, clock, connectionString, workplaceId } = await createTestApp()
const move = createMove({ clock, runtime, connectionString, workplaceId })

describe('restricted variables of Fluxnova', () => {
  const schema = 'restricted_house'

  beforeAll(async () => {
    const house = await createHouse(admin, schema)
    await house.deploy({
      open: sequence('open', { work: '<userTask id="work"/>' }),
      closed: sequence('closed', { work: '<userTask id="work"/>' }),
    })
    for (const table of ['act_ru_variable', 'act_hi_varinst'])
      await admin.query(`alter table ${schema}.${table} add column restricted_ boolean`)
    await house.instance('open', { id_: 'running', act_id_: 'work', act_inst_id_: 'work:1', tenant_id_: 'a' })
    const ended = { start_time_: '2026-01-02', end_time_: '2026-01-03', state_: 'COMPLETED', tenant_id_: 'b' }
    await house.add('act_hi_procinst', {
      ...{ ...ended, id_: 'ended', proc_inst_id_: 'ended', root_proc_inst_id_: 'ended', proc_def_id_: 'closed:1:d1' },
    })
    await house.add('act_ru_task', { id_: 'alone', name_: 'Alone', suspension_state_: 1 })
    const running = { rev_: 1, type_: 'string', text_: 'x' }
    const inside = { execution_id_: 'running', proc_inst_id_: 'running' }
    await house.add(
      'act_ru_variable',
      { ...running, ...inside, id_: '1', name_: 'salary', restricted_: true },
      { ...running, ...inside, id_: '2', name_: 'city', restricted_: false },
      { ...running, id_: '3', name_: 'iban', task_id_: 'alone', restricted_: true },
    )
    await house.add(
      'act_hi_varinst',
      // The running one, and one that has ended before.
      { id_: '1', name_: 'salary', var_type_: 'string', proc_inst_id_: 'running', restricted_: true },
      { id_: '4', name_: 'bonus', var_type_: 'string', proc_inst_id_: 'running', restricted_: true },
      ...['5', '6', '7'].map((id_) => ({
        ...{ id_, name_: `part ${id_}`, var_type_: 'string', proc_inst_id_: 'ended', restricted_: id_ !== '7' },
      })),
    )
  })

  const reported = (count: number) => [
    {
      ...{ code: 'variable-restricted', table: 'ACT_HI_VARINST', id: '*' },
      message: `${count} restricted variables. They are moved, and restricted here only if their names are restricted.`,
    },
  ]
  const restrictedIn = async (more: MoveOptions) => {
    const { omissions, isComplete } = await move(schema, { where: await createWorkplace(db), ...more })
    return { omissions: omissions.filter(({ code }) => code === 'variable-restricted'), isComplete }
  }

  it.each([
    ['a dry run', true],
    ['a move', false],
  ])('are told once by %s, each counted once', async (_, isDryRun) => {
    expect(await restrictedIn({ isDryRun })).toEqual({ omissions: reported(5), isComplete: false })
  })

  it('are only those of what is moved', async () => {
    // Tasks without a tenant come along with each tenant, and none with some processes.
    expect((await restrictedIn({ tenants: ['a'] })).omissions).toEqual(reported(3))
    expect((await restrictedIn({ tenants: ['b'] })).omissions).toEqual(reported(3))
    expect((await restrictedIn({ definitions: ['open'] })).omissions).toEqual(reported(2))
    expect(await restrictedIn({ definitions: ['none'] })).toEqual({ omissions: [], isComplete: true })
  })

  it('are not told again by a run that moves nothing new', async () => {
    const where = await createWorkplace(db)
    expect((await restrictedIn({ where })).omissions).toEqual(reported(5))
    expect((await restrictedIn({ where })).omissions).toEqual([])
  })
})
