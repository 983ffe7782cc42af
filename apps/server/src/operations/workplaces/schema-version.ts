import type { ClientBase } from 'pg'

/** Returns the number of the last migration of a database. */
export async function findSchema(client: Pick<ClientBase, 'query'>): Promise<string> {
  const { rows } = await client.query<{ number: string }>(
    'select number::text from migration order by migration.number desc limit 1',
  )
  const [row] = rows
  if (row === undefined) throw new Error('Expected a database with a schema, but it has none.')
  return row.number
}
