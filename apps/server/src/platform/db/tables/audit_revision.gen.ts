// Written by scripts/generate-db-types.ts: do not edit.
import type { ColumnType } from 'kysely'
import type { Timestamp } from './column-types.gen.ts'

export interface AuditRevision {
  at: Timestamp;
  cause: string | null;
  link: Buffer | null;
  number: ColumnType<number, number | bigint | string, number | bigint | string>;
  person: Buffer | null;
  salt: string | null;
  transaction_id: ColumnType<number, number | bigint | string, number | bigint | string>;
  user_id: string | null;
  workplace_id: string;
}
