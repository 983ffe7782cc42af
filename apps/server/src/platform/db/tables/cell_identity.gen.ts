// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated } from './column-types.gen.ts'

export interface CellIdentity {
  installation: string;
  name: string | null;
  only_row: Generated<boolean>;
}
