// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Json, Timestamp } from './column-types.gen.ts'

export interface TestMail {
  created_at: Timestamp;
  created_by: string | null;
  error: string | null;
  filling: Json | null;
  html: string;
  id: string;
  is_secret: Generated<boolean>;
  plain_text: string;
  recipient: string;
  state: string;
  subject: string;
  system_mail: string | null;
  template_id: string | null;
  workplace_id: string;
}
