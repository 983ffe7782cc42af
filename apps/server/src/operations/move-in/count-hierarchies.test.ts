import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { sequence } from '../../runtime/testing/models.ts'
import { createHouse } from './testing/house.ts'
import { createMove } from './testing/move.ts'

const { db, admin, runtime, clock, connectionString, workplaceId } = await createTestApp()
const move = createMove({ clock, runtime, connectionString, workplaceId })

describe('instances that go on as soon as they are written', () => {
  const schema = 'quick_house'

  beforeAll(async () => {
    const house = await createHouse(admin, schema)
    await house.deploy({ quick: sequence('quick', { job: '<userTask id="job" camunda:asyncBefore="true"/>' }) })
    for (const id of ['a', 'b']) {
      await house.instance('quick', { id_: id, act_id_: 'job' })
      await house.add('act_ru_job', {
        ...{ id_: `job ${id}`, type_: 'message', execution_id_: id, process_instance_id_: id, retries_: 3 },
        ...{ handler_type_: 'async-continuation', handler_cfg_: 'transition-create-scope' },
        ...{ suspension_state_: 1, priority_: 0 },
      })
      await house.add('act_ru_variable', {
        ...{ id_: `variable ${id}`, rev_: 1, type_: 'string', name_: 'city', text_: 'Bern' },
        ...{ execution_id_: id, proc_inst_id_: id },
      })
    }
  })

  const expected = [
    { table: 'jobs', definition: null, source: 2, moved: 2, earlier: 0, left: 0 },
    { table: 'running instances', definition: 'quick', source: 2, moved: 2, earlier: 0, left: 0 },
    { table: 'variables', definition: null, source: 2, moved: 2, earlier: 0, left: 0 },
  ]

  /** A worker that has ended everything right after the commit. */
  const ending: typeof db.withTransaction = (actor, work, options) =>
    db.withTransaction(
      actor,
      (tx) =>
        work({
          ...tx,
          commit: (statements) => {
            const mark = statements.find(({ name }) => name === 'moved_item_insert_many')
            return tx.commit(statements).finally(async () => {
              if (mark?.values[2] === 'hierarchy') await endAll(actor.workplaceId)
            })
          },
        }),
      options,
    )

  const endAll = async (where: string) => {
    for (const table of ['job', 'variable', 'instance'])
      await admin.query(`delete from ${table} where workplace_id = $1`, [where])
  }

  it('are counted as they were written', async () => {
    const where = await createWorkplace(db)
    const report = await move(schema, { where, on: { ...runtime, db: { ...db, withTransaction: ending } } })
    expect(report.lines()).toEqual(expect.arrayContaining(expected))
    expect([report.codes(), report.differences(), report.isComplete]).toEqual([[], [], true])
    const { rows } = await admin.query('select from job where workplace_id = $1', [where])
    expect(rows).toEqual([])
  })

  it('are counted as they were written, by a move that was interrupted behind them', async () => {
    const where = await createWorkplace(db)
    const startedAt = clock().toISOString()
    await move(schema, { where, startedAt })
    await endAll(where)
    const report = await move(schema, { where, startedAt })
    expect(report.lines()).toEqual(expect.arrayContaining(expected))
    expect([report.codes(), report.differences()]).toEqual([[], []])
  })
})
