// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface ScimIdentity {
  deleted_at: Timestamp | null;
  external_id: string | null;
  kind: string;
  position_note: string | null;
  subject_id: string;
  workplace_id: string;
}
