import { Engine } from 'bpmn-engine'
import type pg from 'pg'

/**
 * Creates the peer bpmn-engine (npm) with the same process. It keeps its state in memory, so it is saved to PostgreSQL
 * after each step and recovered before the next one, as a durable server with many instances would do.
 */
export async function createPeer(pool: pg.Pool, source: string): Promise<() => Promise<void>> {
  await pool.query(
    'create table if not exists bench_peer_state (id bigint generated always as identity primary key, state jsonb not null)',
  )
  return async () => {
    const engine = new Engine({ name: 'two tasks', source })
    const execution = await engine.execute({ variables: { amount: 500 } })
    const { rows } = await pool.query('insert into bench_peer_state (state) values ($1) returning id', [
      JSON.stringify(await execution.getState()),
    ])
    execution.stop()
    const id = rows[0].id
    for (const task of ['first', 'second']) await completeTask(pool, id, task)
    await pool.query('delete from bench_peer_state where id = $1', [id])
  }
}

/** Recovers the instance, completes its open task and saves it again. The engine runs on in the same turn. */
async function completeTask(pool: pg.Pool, id: number, taskKey: string): Promise<void> {
  const { rows } = await pool.query('select state from bench_peer_state where id = $1', [id])
  const execution = await new Engine().recover(rows[0].state).resume()
  const [open] = execution.getPostponed()
  if (open?.id !== taskKey) throw new Error(`Expected ${taskKey} to be open, but it is ${open?.id}.`)
  open.signal({ approved: true })
  await pool.query('update bench_peer_state set state = $2 where id = $1', [
    id,
    JSON.stringify(await execution.getState()),
  ])
  execution.stop()
}
