// Written by scripts/generate-db-types.ts: do not edit.
import type { ColumnType } from 'kysely'
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface HistoryCleanup {
  asked_by: string | null;
  batches: Generated<ColumnType<number, number | bigint | string, number | bigint | string>>;
  decisions: Generated<ColumnType<number, number | bigint | string, number | bigint | string>>;
  ended_at: Timestamp | null;
  id: string;
  instances: Generated<ColumnType<number, number | bigint | string, number | bigint | string>>;
  is_complete: Generated<boolean>;
  kind: string;
  operations: Generated<ColumnType<number, number | bigint | string, number | bigint | string>>;
  position: string | null;
  started_at: Timestamp;
  tasks: Generated<ColumnType<number, number | bigint | string, number | bigint | string>>;
  workplace_id: string;
}
