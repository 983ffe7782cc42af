// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface AppUser {
  created_at: Generated<Timestamp>;
  created_by: string | null;
  directory_id: string | null;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  display_key: Generated<string>;
  email: string | null;
  email_key: Generated<string | null>;
  first_name: string | null;
  id: string;
  last_login_at: Timestamp | null;
  last_login_key: Generated<Timestamp>;
  last_name: string | null;
  locked_until: Timestamp | null;
  manager_id: string | null;
  must_change_password: Generated<boolean>;
  names_key: Generated<string>;
  password_changed_at: Timestamp | null;
  password_hash: string | null;
  revision: Generated<number>;
  status: Generated<string>;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  username: string;
  username_key: Generated<string>;
  workplace_id: string;
}
