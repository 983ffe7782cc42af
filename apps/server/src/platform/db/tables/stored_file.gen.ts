// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface StoredFile {
  bytes: Buffer | null;
  id: string;
  instance_id: string | null;
  kept_in: Generated<string>;
  name: string;
  size: number;
  type: string;
  uploaded_at: Timestamp;
  uploaded_by: string;
  variable: string | null;
  workplace_id: string;
}
