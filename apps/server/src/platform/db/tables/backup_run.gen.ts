// Written by scripts/generate-db-types.ts: do not edit.
import type { ColumnType } from 'kysely'
import type { Timestamp } from './column-types.gen.ts'

export interface BackupRun {
  ended_at: Timestamp;
  id: string;
  is_checked: boolean;
  is_encrypted: boolean;
  place: string;
  row_count: ColumnType<number, number | bigint | string, number | bigint | string>;
  size: ColumnType<number, number | bigint | string, number | bigint | string>;
  taken_at: Timestamp;
}
