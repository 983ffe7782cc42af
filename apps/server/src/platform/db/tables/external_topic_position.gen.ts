// Written by scripts/generate-db-types.ts: do not edit.
import type { ColumnType } from 'kysely'
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface ExternalTopicPosition {
  fault: string | null;
  listener_id: string;
  next_offset: ColumnType<number, number | bigint | string, number | bigint | string>;
  partition: number;
  place: Buffer;
  started_at: Generated<Timestamp>;
  topic: Buffer;
  waiting: Generated<ColumnType<number, number | bigint | string, number | bigint | string>>;
  workplace_id: string;
}
