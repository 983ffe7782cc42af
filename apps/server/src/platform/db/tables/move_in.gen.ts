// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Json, Timestamp } from './column-types.gen.ts'

export interface MoveIn {
  created_at: Timestamp;
  created_by: string | null;
  database_name: string;
  definitions: string[] | null;
  encryption: string;
  ended_at: Timestamp | null;
  host: string;
  id: string;
  is_dry_run: boolean;
  message: Generated<string>;
  port: number;
  position: Json | null;
  product: string | null;
  report: Json | null;
  schema_name: string;
  sealed: Buffer;
  since: Timestamp | null;
  started_at: Timestamp | null;
  state: string;
  time_zone: string;
  username: string;
  vendor: string;
  workplace_id: string;
}
