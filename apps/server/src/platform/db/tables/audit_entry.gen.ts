// Written by scripts/generate-db-types.ts: do not edit.
import type { ColumnType } from 'kysely'
import type { Json, Timestamp } from './column-types.gen.ts'

export interface AuditEntry {
  after: Json | null;
  at: Timestamp;
  before: Json | null;
  entity: string;
  id: string;
  key: string;
  label: string | null;
  label_key: string | null;
  operation: string;
  revision: ColumnType<number, number | bigint | string, number | bigint | string>;
  workplace_id: string;
}
