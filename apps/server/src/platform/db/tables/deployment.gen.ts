// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface Deployment {
  deployed_at: Timestamp;
  deployed_by: string | null;
  id: string;
  name: string | null;
  name_key: Generated<string | null>;
  source: string | null;
  tenant_id: string | null;
  workplace_id: string;
}
