// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface SystemTemplate {
  failed_at: Timestamp | null;
  fault: string | null;
  html: string | null;
  language: string;
  mail: string;
  revision: number;
  subject: string | null;
  updated_at: Timestamp;
  updated_by: string | null;
  workplace_id: string;
}
