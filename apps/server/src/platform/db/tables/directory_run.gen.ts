// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface DirectoryRun {
  changed_count: Generated<number>;
  confirmed_leavers: number | null;
  confirmed_losers: number | null;
  directory_id: string;
  disabled_count: Generated<number>;
  ended_at: Timestamp | null;
  found: Generated<number>;
  found_groups: Generated<number>;
  id: string;
  is_dry_run: boolean;
  known_count: Generated<number>;
  leaver_count: Generated<number>;
  loser_count: Generated<number>;
  message: Generated<string>;
  new_count: Generated<number>;
  position: Generated<number>;
  refused_count: Generated<number>;
  restored_count: Generated<number>;
  row_count: Generated<number>;
  same_count: Generated<number>;
  started_at: Timestamp;
  started_by: string | null;
  state: string;
  workplace_id: string;
}
