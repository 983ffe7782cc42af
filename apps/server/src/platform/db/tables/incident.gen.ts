// Written by scripts/generate-db-types.ts: do not edit.
import type { Json, Timestamp } from './column-types.gen.ts'

export interface Incident {
  annotation: string | null;
  cause_id: string;
  created_at: Timestamp;
  definition_id: string | null;
  detail: Json | null;
  element_id: string | null;
  element_key: string | null;
  group_id: string | null;
  id: string;
  instance_id: string | null;
  message: string | null;
  root_cause_id: string;
  root_id: string;
  source_id: string | null;
  tenant_id: string | null;
  type: string;
  version_id: string | null;
  workplace_id: string;
}
