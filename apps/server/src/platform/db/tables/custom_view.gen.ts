// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface CustomView {
  alias_name: string;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  id: string;
  kind: string;
  workplace_id: string;
}
