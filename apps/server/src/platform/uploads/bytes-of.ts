import { type RawBuilder, sql } from 'kysely'
import { type Content, isStaged } from './content.ts'

/** Returns the SQL expression of a content. PostgreSQL joins the chunks of a larger one. */
export function bytesOf(content: Content, workplaceId: string): RawBuilder<Buffer> {
  return isStaged(content)
    ? sql<Buffer>`(select string_agg(bytes, ''::bytea order by number) from upload_piece where workplace_id = ${workplaceId}::uuid and upload_id = ${content.stagedId}::uuid)`
    : sql<Buffer>`${content}::bytea`
}
