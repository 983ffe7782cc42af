import { createTestDatabase } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { forgottenTables } from './forget-instances.ts'

const { admin } = await createTestDatabase()

/**
 * What becomes of the rows of a table when an instance that ended is forgotten. Whoever adds a table with rows that
 * name an instance, a task of one or something else of one, says it here, and has `forget-instances.ts` do so.
 */
const answers: Readonly<Record<string, 'goes' | 'live' | 'stays' | 'follows'>> = {
  // With the instance, by forgetInstances.
  ...{ form_receipt: 'goes', history_element: 'goes', history_fact: 'goes', history_instance: 'goes' },
  ...{
    history_task: 'goes',
    history_variable: 'goes',
    instance_listing: 'goes',
    notice: 'goes',
    operation_log: 'goes',
  },
  ...{ removal_time: 'goes', stored_file: 'goes', task_attachment: 'goes', task_comment: 'goes' },
  ...{ operation_annotation: 'goes' },
  // By keys and triggers, with a row that goes.
  ...{ task_viewer: 'live', comment_mention: 'follows', search_word: 'follows' },
  // Until it ends.
  ...{
    element: 'live',
    external_task: 'live',
    incident: 'live',
    instance_undo: 'live',
    instance: 'live',
    job: 'live',
    subscription: 'live',
  },
  ...{ task: 'live', task_link: 'live', task_listing: 'live', task_reading: 'live', variable: 'live', root: 'live' },
  ...{ form_draft: 'live', task_seen: 'live', incident_group_change: 'live', form_link: 'live' },
  // Users and groups as identity providers know them.
  ...{ scim_identity: 'stays' },
  // What was done by an order, and to what: it goes with the order.
  ...{ batch_item: 'stays' },
  // What a listener received: it goes by its age.
  ...{ external_delivery: 'stays' },
}

const naming = ['instance_id', 'root_id', 'task_id', 'subject_id', 'operation_id', 'comment_id', 'caller_instance_id']

it('each table that names something of an instance says what becomes of it', async () => {
  const { rows } = await admin.query<{ table: string }>(
    `select distinct c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and a.attname = any($1)
      order by 1`,
    [naming],
  )
  expect(rows.map(({ table }) => table).filter((table) => answers[table] === undefined)).toEqual([])
  const going = Object.keys(answers).filter((table) => answers[table] === 'goes')
  expect(going.toSorted()).toEqual([...new Set(forgottenTables)].toSorted())
})
