// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface SitePicture {
  bytes: Buffer;
  content_type: string;
  digest: string;
  kind: string;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  workplace_id: string;
}
