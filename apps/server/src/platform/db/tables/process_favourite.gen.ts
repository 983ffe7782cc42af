// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface ProcessFavourite {
  added_at: Generated<Timestamp>;
  process_key: string;
  username: string;
  workplace_id: string;
}
