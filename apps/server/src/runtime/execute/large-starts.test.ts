import { process } from '@millrace/bpmn/builder'
import { createTestDatabase } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import type { Statement } from '../../platform/db/batch.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { createTestRuntime, deployModel, start } from '../testing/test-runtime.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const actor = { workplaceId, userId: 'ada', cause: 'test' }

/** Values that each message to PostgreSQL carried: they are made ready while everybody waits. */
const messages: number[] = []
const countValues = (statements: readonly Statement[]) =>
  statements.reduce((sum, { values }) => sum + values.flat().length, 0)
const counted = (tx: Tx): Tx => ({
  ...tx,
  batch: (statements) => {
    messages.push(countValues(statements as readonly Statement[]))
    return tx.batch(statements)
  },
  commit: (statements) => {
    messages.push(countValues(statements as readonly Statement[]))
    return tx.commit(statements)
  },
})
const database: Database = {
  ...db,
  withTransaction: (of, work, ...options) => db.withTransaction(of, (tx) => work(counted(tx)), ...options),
}
const plain = createTestRuntime(db)

/** Ids made in this turn of the event loop, and the most in any: each row of history takes one. */
const ids = { inTurn: 0, most: 0 }
const newId = Object.assign(
  () => {
    if (ids.inTurn++ === 0) setImmediate(() => Object.assign(ids, { inTurn: 0 }))
    ids.most = Math.max(ids.most, ids.inTurn)
    return plain.newId()
  },
  { follow: plain.newId.follow },
)
const runtime = { ...plain, db: database, newId }
const definitionId = await deployModel(runtime, actor, process('wide').start().userTask('work').end().toXml())

describe('a start with 10,000 variables', () => {
  it('is written in messages of a thousand rows, and not kept in memory', async () => {
    messages.length = 0
    const variables = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`v${n}`, n]))
    const { instanceId, ...answer } = await start(runtime, actor, definitionId, variables)
    expect(answer).toMatchObject({ ok: true })
    const { rows } = await admin.query(
      `select (select count(*)::int from variable where instance_id = $1) as live,
        (select count(*)::int from history_variable where instance_id = $1) as history,
        (select value from variable where instance_id = $1 and name = 'v9999') as last`,
      [instanceId],
    )
    expect(rows).toEqual([{ live: 10_000, history: 10_000, last: '9999' }])
    // A value has at most 14 columns; it was 140,000 at once.
    expect(Math.max(...messages)).toBeLessThan(15_000)
    expect(runtime.states.enter(workplaceId, instanceId).known).toBeNull()
  })

  it('lets other requests come in while its history is made', async () => {
    ids.most = 0
    const variables = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`v${n}`, n]))
    expect(await start(runtime, actor, definitionId, variables)).toMatchObject({ ok: true })
    expect(ids.most).toBeGreaterThan(1000)
    expect(ids.most).toBeLessThan(3000)
  })

  it('takes its next command as any other', async () => {
    const { instanceId } = await start(runtime, actor, definitionId, { few: 1 })
    expect(runtime.states.enter(workplaceId, instanceId).known).not.toBeNull()
  })
})
