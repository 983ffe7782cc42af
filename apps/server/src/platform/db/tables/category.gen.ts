// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface Category {
  created_at: Generated<Timestamp>;
  created_by: string | null;
  description: Generated<string>;
  groups: Generated<string[]>;
  icon: string | null;
  id: string;
  name: string;
  parent_id: string | null;
  position: Generated<number>;
  revision: Generated<number>;
  roles: Generated<string[]>;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  workplace_id: string;
}
