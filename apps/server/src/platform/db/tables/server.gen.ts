// Written by scripts/generate-db-types.ts: do not edit.
import type { ColumnType } from 'kysely'
import type { Timestamp } from './column-types.gen.ts'

export interface Server {
  calls: number;
  calls_p99: number | null;
  database_answer: number | null;
  host: string;
  id: string;
  memory: ColumnType<number, number | bigint | string, number | bigint | string>;
  process_id: number;
  refuses_moved: boolean | null;
  roles: string;
  seen_at: Timestamp;
  started_at: Timestamp;
  version: string;
}
