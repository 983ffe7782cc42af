// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface RoleDescription {
  description: string;
  role: string;
  updated_at: Timestamp;
  updated_by: string | null;
  workplace_id: string;
}
