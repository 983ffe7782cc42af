// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Json, Timestamp } from './column-types.gen.ts'

export interface Setting {
  key: string;
  /**
   * Counts changes.
   */
  revision: Generated<number>;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  value: Json | null;
  workplace_id: string;
}
