// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface UserAuthorization {
  created_at: Generated<Timestamp>;
  created_by: string | null;
  group_id: string | null;
  id: string;
  permissions: string[];
  resource_id: string | null;
  resource_type: number;
  type: number;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  user_id: string | null;
  workplace_id: string;
}
