// Written by scripts/generate-db-types.ts: do not edit.
import type { Json, Timestamp } from './column-types.gen.ts'

export interface IncidentAlert {
  body: Json;
  channel: string;
  created_at: Timestamp;
  ended_at: Timestamp | null;
  error: string | null;
  id: string;
  state: string;
  target: string;
  workplace_id: string;
}
