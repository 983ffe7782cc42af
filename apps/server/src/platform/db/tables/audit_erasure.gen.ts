// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface AuditErasure {
  erased_at: Timestamp;
  erased_name: string | null;
  pseudonym: string;
  subject: string;
  workplace_id: string;
}
