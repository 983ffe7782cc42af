// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface ApplicationVersion {
  application_id: string;
  deployed_at: Timestamp;
  deployed_by: string | null;
  deployment_id: string | null;
  failed_tests: string | null;
  note: string | null;
  override_reason: string | null;
  restored_from: number | null;
  undeployed_at: Timestamp | null;
  undeployed_by: string | null;
  version: number;
  workplace_id: string;
}
