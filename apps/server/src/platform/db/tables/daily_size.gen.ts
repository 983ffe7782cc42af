// Written by scripts/generate-db-types.ts: do not edit.
import type { ColumnType } from 'kysely'

export interface DailySize {
  audit: ColumnType<number, number | bigint | string, number | bigint | string>;
  day: string;
  files: ColumnType<number, number | bigint | string, number | bigint | string>;
  history: ColumnType<number, number | bigint | string, number | bigint | string>;
  rest: ColumnType<number, number | bigint | string, number | bigint | string>;
}
