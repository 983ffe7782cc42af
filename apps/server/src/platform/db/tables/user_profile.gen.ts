// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface UserProfile {
  auto_save_interval: number | null;
  customer_reference: string | null;
  is_auto_save_off: Generated<boolean>;
  language: string | null;
  organisation_reference: string | null;
  theme_code: string | null;
  updated_at: Generated<Timestamp>;
  user_id: string;
  workplace_id: string;
}
