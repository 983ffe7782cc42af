// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface PackageKey {
  /**
   * With the id of the workplace behind it, where the package names one.
   */
  fingerprint: string;
  name: string;
  trusted_at: Timestamp;
  trusted_by: string | null;
  workplace_id: string;
}
