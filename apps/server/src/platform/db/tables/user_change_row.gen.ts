// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated } from './column-types.gen.ts'

export interface UserChangeRow {
  account_id: string;
  added: Generated<string[]>;
  change_id: string;
  code: string | null;
  message: string | null;
  position: number;
  removed: Generated<string[]>;
  result: string | null;
  workplace_id: string;
}
