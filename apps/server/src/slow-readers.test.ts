import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiToken, createTestApp, createUser } from '@millrace/server/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { headOf } from './testing/raw-connection.ts'

const { app, admin, db, workplaceId } = await createTestApp({
  // Nobody is ended for having taken nothing at all, which is a limit of its own.
  connectionLimits: { answerMs: 600_000, listPace: { rate: 20_000, overMs: 4000 } },
})
const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
const caller = await createUser(db, { workplaceId, roles: ['RoleFullAPI'] })
const head = headOf('GET', '/engine-rest/history/process-instance', {
  authorization: `Bearer ${await createApiToken(db, caller)}`,
  connection: 'close',
})

/** More than the system takes for somebody who reads nothing. */
const megabytes = 24
const instances = megabytes * 500
await admin.query(`
  begin;
  set local session_replication_role = replica;
  insert into process_definition (workplace_id, id, key, version, name, deployment_id, resource_name, is_suspended, is_startable, has_none_start)
    select '${workplaceId}', id, 'trip', 1, 'Trip', id, 'trip.bpmn', false, true, true from (select gen_random_uuid() as id) one;
  insert into history_instance (workplace_id, id, root_id, definition_id, business_key, started_at, ended_at, outcome)
    select workplace_id, made, made, process_definition.id, repeat('k', 2000), '2030-01-01', '2030-01-02', 'completed'
    from process_definition, (select gen_random_uuid() as made from generate_series(1, ${instances})) n;
  commit;`)

const open: Socket[] = []
// The time that the server goes by: a machine that is held up is no slow reader.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => {
  vi.useRealTimers()
  for (const socket of open.splice(0)) socket.destroy()
})

/** Asks for the list, and takes nothing of it yet. */
function ask(): { socket: Socket; hasEnded: () => boolean } {
  const socket = connect(Number(url.port), url.hostname)
  let hasEnded = false
  socket.pause()
  socket.on('error', () => {})
  socket.once('close', () => {
    hasEnded = true
  })
  socket.write(head)
  open.push(socket)
  return { socket, hasEnded: () => hasEnded }
}

/** Connections to PostgreSQL that are held for somebody. */
async function countHeld(states = `<> 'idle'`): Promise<number | undefined> {
  const held = `select count(*)::integer from pg_stat_activity where datname = current_database() and state ${states} and pid <> pg_backend_pid()`
  return (await admin.query(held)).rows[0]?.count
}

describe('a list that is read while it is sent', { timeout: 240_000 }, () => {
  it('ends for a client that sometimes reads a byte, and releases what was held for it', async () => {
    const { socket, hasEnded } = ask()
    // Not the one by which it was asked who calls.
    await expect.poll(() => countHeld(`= 'idle in transaction'`)).toBe(1)
    const takeAByte = () => {
      socket.read(1)
      vi.advanceTimersByTime(1000)
      return countHeld()
    }
    await expect.poll(takeAByte).toBe(0)
    // What the system has taken for it is still to be read.
    let size = 0
    socket.on('data', ({ length }) => {
      size += length
    })
    socket.resume()
    await expect.poll(hasEnded).toBe(true)
    expect(size).toBeLessThan(megabytes * 1_000_000)
  })

  it('arrives completely at a slow client, also when that takes longer than the pace is measured', async () => {
    const { socket } = ask()
    let text = ''
    let [size, took] = [0, 0]
    for await (const part of socket.setEncoding('latin1')) {
      size += part.length
      text = `${text}${part}`.slice(-20)
      // So that the server is the faster one, and waits.
      await sleep(5)
      // Ten seconds for all of it.
      const more = Math.floor(size / (megabytes * 100)) - took
      vi.advanceTimersByTime(more)
      took += more
    }
    expect(took).toBeGreaterThan(2 * 4000)
    expect(size).toBeGreaterThan(megabytes * 1_000_000)
    // The end of the list, and the last chunk of an answer without a length.
    expect(text).toMatch(/\]\r\n0\r\n\r\n$/)
    await expect.poll(() => countHeld()).toBe(0)
  })
})
