// Written by scripts/generate-db-types.ts: do not edit.
import type { ColumnType } from 'kysely'
import type { Timestamp } from './column-types.gen.ts'

export interface AuditStub {
  entries: ColumnType<number, number | bigint | string, number | bigint | string>;
  head: Buffer;
  number: ColumnType<number, number | bigint | string, number | bigint | string>;
  removed_at: Timestamp;
  revisions: ColumnType<number, number | bigint | string, number | bigint | string>;
  signature: string;
  workplace_id: string;
}
