// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface Batch {
  about: string | null;
  action: string;
  created_at: Timestamp;
  created_by: string | null;
  done: Generated<number>;
  ended_at: Timestamp | null;
  failed: Generated<number>;
  first_done_at: Timestamp | null;
  id: string;
  is_suspended: Generated<boolean>;
  job_definition_id: Generated<string>;
  kind: string;
  monitor_definition_id: Generated<string>;
  monitor_due_at: Timestamp | null;
  monitor_job_id: Generated<string>;
  query: string | null;
  reason: string | null;
  removal_at: Timestamp | null;
  seed_definition_id: Generated<string>;
  seed_job_id: Generated<string>;
  seeded: Generated<number>;
  state: string;
  tenant_id: string | null;
  total: number;
  user_id: string | null;
  workplace_id: string;
}
