// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Json, Timestamp } from './column-types.gen.ts'

export interface TaskFilter {
  created_at: Timestamp;
  created_by: string | null;
  id: string;
  name: string;
  owner: string | null;
  properties: Json | null;
  query: Json;
  revision: Generated<number>;
  updated_at: Timestamp;
  updated_by: string | null;
  workplace_id: string;
}
