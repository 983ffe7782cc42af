// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface EmergencySignIn {
  address: string | null;
  created_at: Timestamp;
  id: string;
  method: string;
  user_id: string;
  username: string;
  workplace_id: string;
}
