// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface IncidentGroup {
  cause: string;
  definition_id: string | null;
  element_key: string | null;
  first_at: Timestamp;
  fixed_at: Timestamp | null;
  id: string;
  last_at: Timestamp;
  message: string;
  note: string | null;
  open_count: Generated<number>;
  owner: string | null;
  process_key: string;
  revision: Generated<number>;
  snoozed_at: Timestamp | null;
  snoozed_until: Timestamp | null;
  type: string;
  updated_at: Timestamp | null;
  updated_by: string | null;
  workplace_id: string;
}
