// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface CommentMention {
  comment_id: string;
  created_at: Timestamp;
  mentioned_by: string | null;
  told_at: Timestamp | null;
  user_id: string;
  workplace_id: string;
}
