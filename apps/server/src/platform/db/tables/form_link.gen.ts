// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface FormLink {
  created_at: Timestamp;
  created_by: string;
  ended_at: Timestamp | null;
  ended_by: string | null;
  expires_at: Timestamp | null;
  has_captcha: boolean;
  id: string;
  is_ended: Generated<boolean>;
  is_once: boolean;
  is_used: Generated<boolean>;
  may_save: Generated<boolean>;
  name: string;
  name_key: Generated<string>;
  onwards: string | null;
  process_key: string;
  recipient: string | null;
  sites: string[];
  task_id: string | null;
  tenant_id: string | null;
  thanks: string | null;
  token_hash: Buffer;
  used_at: Timestamp | null;
  uses: Generated<number>;
  workplace_id: string;
}
