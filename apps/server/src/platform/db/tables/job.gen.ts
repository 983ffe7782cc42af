// Written by scripts/generate-db-types.ts: do not edit.
import type { ColumnType } from 'kysely'
import type { Generated, Json, Timestamp } from './column-types.gen.ts'

export interface Job {
  attempts: Generated<number>;
  created_at: Timestamp;
  data: Json | null;
  definition_id: string | null;
  due_at: Timestamp | null;
  element_id: string | null;
  element_key: string | null;
  error: string | null;
  free_at: Generated<Timestamp>;
  id: string;
  instance_id: string | null;
  is_exclusive: boolean;
  is_suspended: boolean;
  kind: string;
  locked_by: string | null;
  locked_until: Timestamp | null;
  output: Json | null;
  priority: ColumnType<number, number | bigint | string, number | bigint | string>;
  retries: number;
  root_id: string;
  sent_at: Timestamp | null;
  tenant_id: string | null;
  workplace_id: string;
}
