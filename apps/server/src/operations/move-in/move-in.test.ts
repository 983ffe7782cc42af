import { randomBytes } from 'node:crypto'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { sequence } from '../../runtime/testing/models.ts'
import { createHouse } from './testing/house.ts'
import { createMove } from './testing/move.ts'
import { loadStories } from './testing/stories/load-stories.ts'

const { db, admin, runtime, clock, connectionString, workplaceId } = await createTestApp()

const move = createMove({ clock, runtime, connectionString, workplaceId })

describe('a hierarchy that PostgreSQL refuses', () => {
  const schema = 'refused_house'

  beforeAll(async () => {
    const house = await createHouse(admin, schema)
    await house.deploy({ plain: sequence('plain', { work: '<userTask id="work"/>' }) })
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      // Random, because PostgreSQL compresses the rows of an index.
      const isTooLong = id === 'b' || id === 'd'
      await house.instance('plain', {
        ...{ id_: id, act_id_: 'work', act_inst_id_: `work:${id}` },
        business_key_: isTooLong ? randomBytes(10_000).toString('hex') : `key of ${id}`,
      })
    }
  })

  const keysIn = async (where: string) =>
    (
      await admin.query('select business_key as key from instance where workplace_id = $1 order by 1', [where])
    ).rows.map(({ key }) => key)

  it('is in the report, and keeps no other from moving', async () => {
    const report = await move(schema)
    expect(report.omissions).toEqual(
      ['b', 'd'].map((id) => ({
        ...{ code: 'row-refused', table: 'ACT_RU_EXECUTION', id },
        message: expect.stringMatching(/^PostgreSQL refused a row of the instance: index row .*[^.]\.$/),
      })),
    )
    expect(report.lines()).toContainEqual({
      ...{ table: 'running instances', definition: 'plain' },
      ...{ source: 5, moved: 3, earlier: 0, left: 2 },
    })
    expect([report.differences(), report.isComplete]).toEqual([[], false])
    expect(await keysIn(workplaceId)).toEqual(['key of a', 'key of c', 'key of e'])
  })

  it('moves in the next run once its value is shorter, and is refused again when it is alone', async () => {
    await admin.query(`update ${schema}.act_ru_execution set business_key_ = 'short' where id_ = 'b'`)
    const report = await move(schema)
    expect(report.omissions.map(({ id }) => id)).toEqual(['d'])
    expect(await keysIn(workplaceId)).toEqual(['key of a', 'key of c', 'key of e', 'short'])
    const again = await move(schema)
    expect(again.omissions).toMatchObject([{ code: 'row-refused', id: 'd' }])
    expect(again.lines()).toContainEqual({
      ...{ table: 'running instances', definition: 'plain' },
      ...{ source: 5, moved: 0, earlier: 4, left: 1 },
    })
  })

  it('is not one that another run has moved meanwhile: this run ends', async () => {
    const where = await createWorkplace(db)
    const noted = `insert into moved_item (workplace_id, source, kind, source_id, moved_at)
      values ($1, 'camunda', 'hierarchy', 'a', now()) on conflict do nothing`
    // After this run has looked which ones were moved.
    const faster: typeof db.withTransaction = (actor, work, options) =>
      db.withTransaction(
        actor,
        (tx) =>
          work({
            ...tx,
            commit: async (statements) => {
              if (statements.some(({ name }) => name === 'moved_item_insert_many')) await admin.query(noted, [where])
              return tx.commit(statements)
            },
          }),
        options,
      )
    await expect(move(schema, { where, on: { ...runtime, db: { ...db, withTransaction: faster } } })).rejects.toThrow(
      'moved_item',
    )
  })
})

describe('ended instances', () => {
  const schema = 'ended_house'

  beforeAll(async () => {
    const house = await createHouse(admin, schema)
    await house.deploy({ plain: sequence('plain', { work: '<userTask id="work"/>' }) })
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      const common = {
        proc_inst_id_: id,
        proc_def_id_: 'plain:1:d1',
        start_time_: '2026-01-02',
        end_time_: '2026-01-03',
      }
      await house.add('act_hi_procinst', {
        ...{ ...common, id_: id, root_proc_inst_id_: id, state_: 'COMPLETED', business_key_: `key of ${id}` },
        // Too long for an index, and random, because PostgreSQL compresses its rows.
        start_user_id_: id === 'b' || id === 'd' ? randomBytes(10_000).toString('hex') : 'ann',
      })
      await house.add('act_hi_actinst', {
        ...{ ...common, id_: `work:${id}`, parent_act_inst_id_: id, execution_id_: id },
        ...{ act_id_: 'work', act_type_: 'userTask', act_inst_state_: 0 },
      })
    }
  })

  const endedIn = async (where: string) => {
    const text = 'select business_key as key from history_instance where workplace_id = $1 order by 1'
    return (await admin.query(text, [where])).rows.map(({ key }) => key)
  }

  it('are written in one transaction, and one that PostgreSQL refuses keeps no other from moving', async () => {
    const where = await createWorkplace(db)
    const marked: number[] = []
    const counting: typeof db.withTransaction = (actor, work, options) =>
      db.withTransaction(
        actor,
        (tx) =>
          work({
            ...tx,
            commit: async (statements) => {
              const mark = statements.find(({ name }) => name === 'moved_item_insert_many')
              if (mark?.values[2] === 'history') marked.push((mark.values[3] as string[]).length)
              return tx.commit(statements)
            },
          }),
        options,
      )
    const report = await move(schema, { where, on: { ...runtime, db: { ...db, withTransaction: counting } } })
    // Together, and then one by one.
    expect(marked).toEqual([5, 1, 1, 1, 1, 1])
    expect(report.omissions).toEqual(
      ['b', 'd'].map((id) => ({
        ...{ code: 'row-refused', table: 'ACT_HI_PROCINST', id },
        message: expect.stringMatching(/^PostgreSQL refused a row of the instance: /),
      })),
    )
    for (const table of ['ended instances', 'ended activities'])
      expect(report.lines()).toContainEqual({ table, definition: null, source: 5, moved: 3, earlier: 0, left: 2 })
    expect([report.differences(), report.isComplete]).toEqual([[], false])
    expect(await endedIn(where)).toEqual(['key of a', 'key of c', 'key of e'])

    await admin.query(`update ${schema}.act_hi_procinst set start_user_id_ = 'ann' where id_ = 'b'`)
    const again = await move(schema, { where })
    expect(again.lines()).toContainEqual({
      ...{ table: 'ended instances', definition: null },
      ...{ source: 5, moved: 1, earlier: 3, left: 1 },
    })
    expect(await endedIn(where)).toEqual(['key of a', 'key of b', 'key of c', 'key of e'])
  })
})

describe('a database of Flowable whose ids are numbers', () => {
  const definitions = ['none']

  beforeAll(async () => {
    for (const schema of ['first', 'second']) {
      await loadStories(connectionString, schema, 'flowable-7.2')
      await admin.query(
        `insert into ${schema}.act_re_deployment (id_, name_, deploy_time_) values ('1', 'orders', '2026-03-29 02:30:00.123')`,
      )
    }
    await admin.query(`update second.act_re_deployment set deploy_time_ = deploy_time_ + interval '1 minute'`)
  })

  const place = async () => ({ where: await createWorkplace(db), definitions })

  it('is the only one of a workplace, at any address and in any time zone', async () => {
    const to = await place()
    // A dry run leaves no trace.
    await move('first', { ...to, isDryRun: true })
    await move('second', { ...to, isDryRun: true })
    await move('first', to)
    for (const isDryRun of [true, false])
      await expect(move('second', { ...to, isDryRun })).rejects.toThrow('but this is another one')
    await admin.query('alter schema first rename to moved')
    await move('moved', { ...to, zone: 'Europe/Berlin' })
    await admin.query('alter schema moved rename to first')
    await move('second', await place())
  })

  it('is the same one with a deployment more, and while one of its deployments is left', async () => {
    const to = await place()
    await move('first', to)
    const add = `insert into first.act_re_deployment (id_, name_, deploy_time_) values ('2501', 'late', '2026-05-01')`
    await admin.query(add)
    await move('first', to)
    await admin.query(`create table first.kept as select * from first.act_re_deployment where id_ = '1'`)
    await admin.query(`delete from first.act_re_deployment where id_ = '1'`)
    await move('first', to)
    await admin.query('insert into first.act_re_deployment select * from first.kept')
  })

  it('is only one of two that begin at the same time', async () => {
    const to = await place()
    const ends = await Promise.allSettled([move('first', to), move('second', to)])
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: expect.stringContaining('but this is another one') },
    })
  })

  it('can be moved beside one whose ids are UUIDs', async () => {
    const to = await place()
    await move('first', to)
    await admin.query(`delete from second.act_re_deployment where id_ = '1'`)
    await move('second', to)
  })
})
