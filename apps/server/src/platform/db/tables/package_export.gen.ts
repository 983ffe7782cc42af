// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface PackageExport {
  created_at: Timestamp;
  created_by: string | null;
  digest: string;
  id: string;
  item_count: number;
  items: string;
  with_rows: boolean;
  workplace_id: string;
}
