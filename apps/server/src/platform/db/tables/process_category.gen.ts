// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated } from './column-types.gen.ts'

export interface ProcessCategory {
  category_id: string | null;
  is_from_model: Generated<boolean>;
  process_key: string;
  workplace_id: string;
}
