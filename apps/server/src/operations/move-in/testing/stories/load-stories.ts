import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import type { Product } from './products.ts'

/**
 * Loads the database of the stories, which the real engine of a product wrote, into a schema of its own that everybody may
 * read.
 *
 * @param connectionString of a role that may create a schema.
 */
export async function loadStories(
  connectionString: string,
  schema: string,
  product: Product = 'camunda-7.24',
): Promise<void> {
  const dump = gunzipSync(readFileSync(join(import.meta.dirname, `${product}.sql.gz`))).toString('utf8')
  const statements = dump
    .replaceAll(/\bpublic\./g, `${schema}.`)
    // Commands of psql, and a setting that PostgreSQL 16 does not have.
    .replaceAll(/^(?:\\|SET transaction_timeout).*$/gm, '')
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(`create schema ${schema}`)
    await client.query(statements)
    await client.query(
      `grant usage on schema ${schema} to public; grant select on all tables in schema ${schema} to public`,
    )
  } finally {
    await client.end()
  }
}
