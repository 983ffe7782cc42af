// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated } from './column-types.gen.ts'

export interface DirectoryUser {
  directory_id: string;
  dn: string;
  entry_key: string;
  is_present: boolean;
  user_id: string;
  was_disabled: Generated<boolean>;
  workplace_id: string;
}
