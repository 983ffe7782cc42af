import type pg from 'pg'
import { type Statement, sendBatch } from '../../apps/server/src/platform/db/batch.ts'

/**
 * Creates the minimum work of the two-task process: for each command, a batch that begins, sets the workplace, locks
 * and loads, and a batch that writes the same rows as the engine and commits. It has no engine and no model; the
 * statements are written by hand.
 */
export function createHandMade(
  pool: pg.Pool,
  workplaceId: string,
  definitionId: string,
  newId: () => string,
): HandMade {
  const send = async (...batches: (() => readonly Statement[])[]) => {
    const client = await pool.connect()
    try {
      for (const batch of batches) await sendBatch(client, batch())
    } finally {
      client.release()
    }
  }
  const opening: Statement[] = [
    { name: 'begin', text: 'begin', values: [] },
    { name: 'by_hand_set_workplace', text: `select set_config('app.workplace', $1, true)`, values: [workplaceId] },
  ]
  const commit: Statement = { name: 'commit', text: 'commit', values: [] }
  const lockAndLoad = (taskId: string): Statement[] => [
    {
      name: 'hand_lock',
      text: 'select id from instance where workplace_id = $1 and id = (select root_id from task where workplace_id = $1 and id = $2) for no key update',
      values: [workplaceId, taskId],
    },
    {
      name: 'hand_load',
      text: `select json_build_array(r.root_id,
        (select json_agg(json_build_array(id, definition_id, business_key, caller_element_id, caller_instance_id, is_suspended, open_children, started_at, start_user_id, start_element_key, tenant_id)) from instance where workplace_id = $1 and root_id = r.root_id),
        (select json_agg(json_build_array(id, instance_id, parent_id, element_key, state, loop, token_id, execution_id, flow_key, open_children, data, started_at)) from element where workplace_id = $1 and root_id = r.root_id),
        (select json_agg(json_build_array(id, instance_id, scope_id, name, type, value, info, revision, created_at)) from variable where workplace_id = $1 and root_id = r.root_id),
        (select json_agg(json_build_array(id, instance_id, element_id, execution_id, definition_id, task_key, name, description, assignee, owner, delegation, priority, due_at, follow_up_at, category, form_key, is_suspended, created_at, updated_at, tenant_id, candidate_users, candidate_groups)) from task where workplace_id = $1 and root_id = r.root_id),
        (select json_agg(json_build_array(id, kind, due_at, retries)) from job where workplace_id = $1 and root_id = r.root_id),
        (select json_agg(json_build_array(id, kind, name)) from subscription where workplace_id = $1 and root_id = r.root_id),
        (select json_agg(json_build_array(id, topic)) from external_task where workplace_id = $1 and root_id = r.root_id),
        (select json_agg(json_build_array(id, type)) from incident where workplace_id = $1 and root_id = r.root_id))
        from task r where workplace_id = $1 and id = $2`,
      values: [workplaceId, taskId],
    },
  ]
  const element = (id: string, root: string, key: string, at: string): Statement => ({
    name: 'hand_element',
    text: `insert into element (workplace_id, root_id, id, instance_id, parent_id, element_key, state, token_id, execution_id, flow_key, open_children, started_at) values ($1, $2, $3, $2, $2, $4, 'active', $2, $2, 'f', 0, $5)`,
    values: [workplaceId, root, id, key, at],
  })
  const named = (key: string) => (key === 'first' ? 'First' : 'Second')
  const assigneeOf = (key: string) => (key === 'first' ? 'ann' : 'ben')
  const task = (id: string, root: string, elementId: string, key: string, at: string): Statement => ({
    name: 'hand_task',
    text: `insert into task (workplace_id, root_id, id, instance_id, element_id, execution_id, definition_id, task_key, name, assignee, priority, is_suspended, created_at, candidate_users, candidate_groups)
      values ($1, $2, $3, $2, $4, $2, $5, $6, $8, $9, 50, false, $7, '{}', '{}')`,
    values: [workplaceId, root, id, elementId, definitionId, key, at, named(key), assigneeOf(key)],
  })
  const variable = (root: string, elementId: string | null, name: string, value: string, at: string): Statement[] => {
    const id = newId()
    return [
      {
        name: 'hand_variable',
        text: `insert into variable (workplace_id, root_id, scope_id, name, id, instance_id, type, value, number, revision, created_at) values ($1, $2, $2, $3, $4, $2, 'Integer', $5, $6, 0, $7)`,
        values: [workplaceId, root, name, id, value, Number(value), at],
      },
      {
        name: 'hand_history_variable',
        text: `insert into history_variable (workplace_id, instance_id, id, at, variable_id, scope_id, name, type, value, revision, is_removed, element_id, operation_id) values ($1, $2, $3, $4, $5, $2, $6, 'Integer', $7, 0, false, $8, $9)`,
        values: [workplaceId, root, newId(), at, id, name, value, elementId, newId()],
      },
    ]
  }
  const past = (root: string, rows: readonly PastElement[], at: string): Statement => ({
    name: 'hand_history_element',
    text: `insert into history_element (workplace_id, instance_id, id, root_id, definition_id, parent_id, element_key, execution_id, flow_key, task_id, assignee, started_at, ended_at, is_cancelled, ends_path)
      select $1, $2, u.id, $2, $3, $2, u.key, $2, u.flow, u.task, u.assignee, $4, $4, false, u.ends from unnest($5::uuid[], $6::text[], $7::text[], $8::uuid[], $9::text[], $10::boolean[]) u (id, key, flow, task, assignee, ends)`,
    values: [
      workplaceId,
      root,
      definitionId,
      at,
      rows.map(({ id }) => id),
      rows.map(({ key }) => key),
      rows.map(({ flow }) => flow ?? null),
      rows.map(({ taskId }) => taskId ?? null),
      rows.map(({ key, taskId }) => (taskId === undefined ? null : assigneeOf(key))),
      rows.map(({ key }) => key === 'end'),
    ],
  })
  const endTask = (root: string, taskId: string, elementId: string, key: string, at: string): Statement[] => [
    {
      name: 'hand_element_delete',
      text: 'delete from element where workplace_id = $1 and id = $2',
      values: [workplaceId, elementId],
    },
    {
      name: 'hand_task_delete',
      text: 'delete from task where workplace_id = $1 and id = $2',
      values: [workplaceId, taskId],
    },
    {
      name: 'hand_history_task',
      text: `insert into history_task (workplace_id, instance_id, id, root_id, element_id, execution_id, definition_id, task_key, name, assignee, priority, created_at, ended_at, reason, ended_by)
        values ($1, $2, $3, $2, $4, $2, $5, $6, $8, $9, 50, $7, $7, 'completed', 'ann')`,
      values: [workplaceId, root, taskId, elementId, definitionId, key, at, named(key), assigneeOf(key)],
    },
  ]

  const listed = (root: string, reader: string, at: string): Statement => ({
    name: 'hand_listing',
    text: `insert into instance_listing (workplace_id, reader, started_at, instance_id, ended_at, is_cancelled, definition_id, process_key, process_name, title_key)
      values ($1, $2, $3, $4, 'infinity', false, $5, 'twoTasks', 'two tasks', 'two tasks 123456')`,
    values: [workplaceId, reader, at, root, definitionId],
  })

  const start = async (): Promise<HandMadeInstance> => {
    const at = new Date().toISOString()
    const instance = {
      at,
      root: newId(),
      firstElement: newId(),
      first: newId(),
      secondElement: newId(),
      second: newId(),
    }
    const { root, firstElement, first } = instance
    await send(() => [
      opening[1] as Statement,
      {
        name: 'hand_instance',
        text: `insert into instance (workplace_id, id, root_id, definition_id, is_suspended, open_children, started_at, start_user_id, start_element_key) values ($1, $2, $2, $3, false, 1, $4, 'ann', 'start')`,
        values: [workplaceId, root, definitionId, at],
      },
      element(firstElement, root, 'first', at),
      task(first, root, firstElement, 'first', at),
      ...variable(root, null, 'amount', '500', at),
      past(root, [{ id: newId(), key: 'start' }], at),
      listed(root, '*', at),
      listed(root, 's:ann', at),
    ])
    return instance
  }
  const completeFirst = ({ at, root, first, firstElement, second, secondElement }: HandMadeInstance) =>
    send(
      () => [...opening, ...lockAndLoad(first)],
      () => [
        ...endTask(root, first, firstElement, 'first', at),
        element(secondElement, root, 'second', at),
        task(second, root, secondElement, 'second', at),
        ...variable(root, firstElement, 'approved', '1', at),
        past(
          root,
          [
            { id: firstElement, key: 'first', flow: 'f1', taskId: first },
            { id: newId(), key: 'choose', flow: 'f2' },
          ],
          at,
        ),
        listed(root, 't:ben', at),
        commit,
      ],
    )
  const completeSecond = ({ at, root, second, secondElement }: HandMadeInstance) => {
    // An instance that ends as it starts is another case to the database.
    const endedAt = new Date(Date.parse(at) + 1).toISOString()
    return send(
      () => [...opening, ...lockAndLoad(second)],
      () => [
        ...endTask(root, second, secondElement, 'second', at),
        {
          name: 'hand_variable_delete',
          text: 'delete from variable where workplace_id = $1 and root_id = $2',
          values: [workplaceId, root],
        },
        {
          name: 'hand_instance_delete',
          text: 'delete from instance where workplace_id = $1 and id = $2',
          values: [workplaceId, root],
        },
        past(
          root,
          [
            { id: secondElement, key: 'second', flow: 'f3', taskId: second },
            { id: newId(), key: 'end', flow: 'f5' },
          ],
          at,
        ),
        {
          name: 'hand_history_instance',
          text: `insert into history_instance (workplace_id, id, root_id, definition_id, started_at, ended_at, start_user_id, start_element_key, outcome, ended_by) values ($1, $2, $2, $3, $4, $5, 'ann', 'start', 'completed', 'ann')`,
          values: [workplaceId, root, definitionId, at, endedAt],
        },
        {
          name: 'hand_listing_end',
          text: `update instance_listing set ended_at = $3, is_filed = false where workplace_id = $1 and instance_id = $2`,
          values: [workplaceId, root, endedAt],
        },
        commit,
      ],
    )
  }
  const run = async () => {
    const instance = await start()
    await completeFirst(instance)
    await completeSecond(instance)
  }
  return { start, completeFirst, completeSecond, run }
}

export interface HandMade {
  start(): Promise<HandMadeInstance>
  completeFirst(instance: HandMadeInstance): Promise<void>
  completeSecond(instance: HandMadeInstance): Promise<void>
  /** All three, one after the other. */
  run(): Promise<void>
}

/** The ids of an instance, and the time of all its rows. */
export interface HandMadeInstance {
  readonly at: string
  readonly root: string
  readonly firstElement: string
  readonly first: string
  readonly secondElement: string
  readonly second: string
}

interface PastElement {
  readonly id: string
  readonly key: string
  readonly flow?: string
  readonly taskId?: string
}
