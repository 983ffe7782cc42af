// Written by scripts/generate-db-types.ts: do not edit.
import type { ColumnType } from 'kysely'
import type { Timestamp } from './column-types.gen.ts'

export interface ExternalTask {
  created_at: Timestamp;
  definition_id: string;
  element_id: string;
  element_key: string;
  error_details: string | null;
  error_message: string | null;
  execution_id: string;
  id: string;
  instance_id: string;
  is_suspended: boolean;
  locked_until: Timestamp | null;
  priority: ColumnType<number, number | bigint | string, number | bigint | string>;
  retries: number | null;
  root_id: string;
  tenant_id: string | null;
  topic: string;
  worker_id: string | null;
  workplace_id: string;
}
