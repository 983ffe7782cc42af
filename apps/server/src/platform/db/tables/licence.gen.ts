// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface Licence {
  application_keys: string[];
  applications: number;
  expires_on: string;
  file: string;
  holder: string;
  issued_on: string;
  number: string;
  revision: Generated<number>;
  seen_at: Timestamp;
  uploaded_at: Timestamp;
  uploaded_by: string | null;
  users: number | null;
  workplace_id: string;
}
