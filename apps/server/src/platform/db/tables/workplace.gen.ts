// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface Workplace {
  cell: string | null;
  created_at: Generated<Timestamp>;
  exported_at: Timestamp | null;
  is_default: Generated<boolean>;
  moving_at: Timestamp | null;
  name: string;
  reference: string;
  suspended_at: Timestamp | null;
  workplace_id: string;
}
