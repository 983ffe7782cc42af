import { Engine } from 'bpmn-engine'
import { EventEmitter } from 'node:events'
import type pg from 'pg'

/**
 * bpmn-engine (npm) on the same process: it keeps its state in memory, so to be durable it is saved to PostgreSQL after
 * each step and recovered from there before the next, as a server with many instances would.
 */
export async function createPeer(pool: pg.Pool, source: string): Promise<() => Promise<void>> {
  await pool.query('create table if not exists bench_peer_state (id bigint generated always as identity primary key, state jsonb not null)')
  return async () => {
    const listener = new EventEmitter()
    const engine = new Engine({ name: 'two tasks', source })
    const waits = waitFor(listener, 'activity.wait')
    const execution = await engine.execute({ listener, variables: { amount: 500 } })
    await waits
    const saved = await pool.query('insert into bench_peer_state (state) values ($1) returning id', [JSON.stringify(await execution.getState())])
    const id = saved.rows[0].id
    execution.stop()
    for (const task of ['first', 'second']) await step(pool, id, task)
    await pool.query('delete from bench_peer_state where id = $1', [id])
  }
}

async function step(pool: pg.Pool, id: number, task: string): Promise<void> {
  const { rows } = await pool.query('select state from bench_peer_state where id = $1', [id])
  const listener = new EventEmitter()
  const engine = new Engine().recover(rows[0].state)
  const execution = await engine.resume({ listener })
  const next = task === 'first' ? waitFor(listener, 'activity.wait', 'second') : engine.waitFor('end')
  const [open] = execution.getPostponed()
  open?.signal({ approved: true })
  await next
  await pool.query('update bench_peer_state set state = $2 where id = $1', [id, JSON.stringify(await execution.getState())])
  execution.stop()
}

function waitFor(listener: EventEmitter, event: string, id?: string): Promise<void> {
  return new Promise((resolve) => {
    listener.on(event, (api: { id: string }) => {
      if (id === undefined || api.id === id) resolve()
    })
  })
}
