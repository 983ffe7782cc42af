// Written by scripts/generate-db-types.ts: do not edit.
import type { ColumnType } from 'kysely'
import type { Timestamp } from './column-types.gen.ts'

export interface InstanceUndo {
  at: Timestamp;
  content: Buffer;
  format: number;
  instance_id: string;
  revision: ColumnType<number, number | bigint | string, number | bigint | string>;
  root_id: string;
  user_id: string;
  what: string;
  workplace_id: string;
}
