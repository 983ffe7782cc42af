// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface ProcessListing {
  definition_id: string;
  deployed_at: Timestamp;
  deployment_id: string;
  is_suspended: boolean;
  key: string;
  key_key: Generated<string>;
  name: string | null;
  name_key: Generated<string>;
  tenant: string;
  version: number;
  workplace_id: string;
}
