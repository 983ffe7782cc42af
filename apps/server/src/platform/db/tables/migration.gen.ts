// Written by scripts/generate-db-types.ts: do not edit.
import type { ColumnType } from 'kysely'
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface Migration {
  applied_at: Generated<Timestamp>;
  checksum: string;
  is_contract: Generated<boolean>;
  name: string;
  number: ColumnType<number, number | bigint | string, number | bigint | string>;
}
