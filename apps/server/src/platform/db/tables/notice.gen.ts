// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface Notice {
  answered_at: Timestamp | null;
  comment_id: string | null;
  created_at: Timestamp;
  due_at: Timestamp | null;
  id: string;
  instance_id: string | null;
  is_read: Generated<boolean>;
  is_shown: boolean;
  kind: string;
  mail_at: Timestamp | null;
  mail_error: string | null;
  mail_id: string | null;
  mailed_at: Timestamp | null;
  outcome: string | null;
  read_at: Timestamp | null;
  task_id: string | null;
  told_by: string | null;
  user_id: string;
  workplace_id: string;
}
