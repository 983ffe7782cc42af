// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface IncidentGroupChange {
  at: Timestamp;
  delta: number;
  group_id: string;
  id: Generated<string>;
  workplace_id: string;
}
