// Written by scripts/generate-db-types.ts: do not edit.
import type { Json, Timestamp } from './column-types.gen.ts'

export interface HistoryFact {
  at: Timestamp;
  data: Json;
  element_id: string | null;
  id: string;
  instance_id: string;
  kind: string;
  operation_id: string | null;
  subject_id: string | null;
  user_id: string | null;
  workplace_id: string;
}
