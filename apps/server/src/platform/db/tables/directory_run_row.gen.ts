// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Json } from './column-types.gen.ts'

export interface DirectoryRunRow {
  changes: Generated<Json>;
  data: Json;
  dn: string;
  entry_key: string;
  kind: string;
  message: Generated<string>;
  name: string;
  position: number;
  result: string | null;
  run_id: string;
  workplace_id: string;
}
