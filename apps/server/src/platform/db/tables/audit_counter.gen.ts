// Written by scripts/generate-db-types.ts: do not edit.
import type { ColumnType } from 'kysely'
import type { Timestamp } from './column-types.gen.ts'

export interface AuditCounter {
  at: Timestamp;
  before_at: Timestamp | null;
  number: ColumnType<number, number | bigint | string, number | bigint | string>;
  transaction_id: ColumnType<number, number | bigint | string, number | bigint | string>;
  workplace_id: string;
}
