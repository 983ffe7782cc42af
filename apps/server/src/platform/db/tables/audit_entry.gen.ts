// Written by scripts/generate-db-types.ts: do not edit.
import type { ColumnType } from 'kysely'
import type { Json, Timestamp } from './column-types.gen.ts'

export interface AuditEntry {
  after: Json | null;
  at: Timestamp;
  before: Json | null;
  content: Buffer | null;
  entity: string;
  id: string;
  key: string;
  label: string | null;
  label_key: string | null;
  link: Buffer | null;
  operation: string;
  revision: ColumnType<number, number | bigint | string, number | bigint | string>;
  salt: string | null;
  workplace_id: string;
}
