// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated } from './column-types.gen.ts'

export interface DataListRow {
  all_text: Generated<string | null>;
  cells: string[];
  data_list_id: string;
  id: string;
  key_1: Generated<string | null>;
  key_2: Generated<string | null>;
  key_3: Generated<string | null>;
  key_4: Generated<string | null>;
  place: string;
  since: number;
  until: number | null;
  workplace_id: string;
}
