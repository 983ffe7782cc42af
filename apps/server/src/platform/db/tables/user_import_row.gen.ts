// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Json } from './column-types.gen.ts'

export interface UserImportRow {
  cells: string[];
  changes: Generated<Json>;
  import_id: string;
  key_text: Generated<string>;
  line: number;
  message: Generated<string>;
  position: number;
  result: string | null;
  username: Generated<string>;
  workplace_id: string;
}
