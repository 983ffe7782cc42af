// Written by scripts/generate-db-types.ts: do not edit.
import type { ColumnType } from 'kysely'
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface HierarchyNode {
  hierarchy_id: string;
  id: string;
  name: string;
  parent_id: string | null;
  place: ColumnType<number, number | bigint | string, number | bigint | string>;
  revision: Generated<number>;
  updated_at: Timestamp;
  updated_by: string | null;
  user_id: string | null;
  valid_from: string | null;
  valid_until: string | null;
  workplace_id: string;
}
