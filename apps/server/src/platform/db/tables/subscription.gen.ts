// Written by scripts/generate-db-types.ts: do not edit.
import type { Json, Timestamp } from './column-types.gen.ts'

export interface Subscription {
  created_at: Timestamp;
  data: Json | null;
  definition_id: string | null;
  element_id: string | null;
  element_key: string;
  execution_id: string | null;
  id: string;
  instance_id: string | null;
  kind: string;
  name: string | null;
  root_id: string;
  tenant_id: string | null;
  workplace_id: string;
}
