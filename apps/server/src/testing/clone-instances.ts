import type pg from 'pg'

/** Tables with rows of an instance that waits for a message, each with the column that names the instance. */
const tables = ['root', 'instance', 'element', 'subscription', 'instance_listing'] as const

/**
 * Copies the rows of a waiting instance, with new ids, until `count` instances exist. Starting that many would take
 * many times as long.
 *
 * @param admin a superuser of the database.
 */
export async function cloneInstances(admin: pg.Pool, instanceId: string, count: number): Promise<void> {
  const column = {
    root: 'id',
    instance: 'id',
    element: 'instance_id',
    subscription: 'instance_id',
    instance_listing: 'instance_id',
  }
  const { rows: known } = await admin.query(
    `select id from element where instance_id = $1 union select id from subscription where instance_id = $1
      union select execution_id from element where instance_id = $1 union select token_id from element where instance_id = $1 union select $1::uuid`,
    [instanceId],
  )
  const renamed = known
    .map(({ id }) => id as string | null)
    .filter((id) => id !== null)
    .reduce((text, id) => `replace(${text}, '${id}', md5('${id}' || n)::uuid::text)`, 'to_jsonb(t)::text')
  const client = await admin.connect()
  try {
    await client.query(`begin; set local session_replication_role = replica`)
    for (const table of tables) {
      const { rows: columns } = await client.query(
        `select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      )
      const names = columns.map(({ name }) => name as string)
      await client.query(
        `insert into ${table} (${names.join(', ')}) select ${names.map((name) => `(c.copy).${name}`).join(', ')}
          from (select jsonb_populate_record(null::${table}, (${renamed})::jsonb) as copy from ${table} t, generate_series(2, ${count}) n where t.${column[table]} = '${instanceId}') c`,
      )
    }
    await client.query('commit')
  } finally {
    client.release()
  }
  await admin.query('vacuum analyze')
}
