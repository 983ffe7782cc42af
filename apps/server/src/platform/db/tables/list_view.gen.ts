// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface ListView {
  alias_name: string | null;
  columns: string;
  created_at: Timestamp;
  created_by: string | null;
  groups: Generated<string[]>;
  id: string;
  list: string;
  name: string;
  owner_id: string | null;
  revision: Generated<number>;
  roles: Generated<string[]>;
  search: string;
  sharing: string;
  updated_at: Timestamp;
  updated_by: string | null;
  workplace_id: string;
}
